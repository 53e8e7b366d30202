// `npm test`: every check and every test, the independent ones side by side; the last line says `N passed, N failed`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listenForSignals } from './lib/signals.ts';
import { endedRuns } from './testing/test-folder.ts';
import { check, endRunningSteps, vitestProject, type Result, type Step } from './testing/steps.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.countersign/reports');
mkdirSync(reports, { recursive: true });

const npx = (name: string, ...args: string[]) => [process.execPath, [bin(name), ...args]] as const;
const tests = (project: string, ...options: string[]) => vitestProject(root, reports, project, options);

// Lanes for two cores, as long as one another: the third one mostly waits for what it starts. What starts a browser has the machine
// for itself afterwards, and at last what is killed and must be back in time.
// Types are checked by the native compiler, four times as fast; the one in JavaScript stays for what lint is built on.
const lanes: Step[][] = [
  [tests('agent', '--maxWorkers=2'), tests('contract'), tests('web')],
  [tests('functions'), tests('emulator')],
  [
    ...['contract', 'functions', 'agent', 'web', 'dev', 'e2e', 'bench'].map((workspace) =>
      check(root, `types ${workspace}`, npx('typescript-native/bin/tsc', '-p', workspace, '--noEmit')),
    ),
    check(root, 'format', npx('prettier/bin/prettier.cjs', '--check', '.')),
    check(root, 'lint', npx('eslint/bin/eslint.js', '.', '--max-warnings', '0')),
    tests('stack'),
    tests('dev'),
  ],
];
const afterwards = [tests('e2e', '--maxWorkers=2'), tests('survives')];

const { asked } = listenForSignals();
void asked.then(async () => {
  await endRunningSteps();
  await endedRuns(root);
  process.exit(1);
});

const only = process.argv.slice(2);
const chosen = (steps: Step[]) => steps.filter((step) => only.length === 0 || only.includes(step.name));
const results: Result[] = [];
await Promise.all(lanes.map((lane) => inTurn(chosen(lane))));
await inTurn(chosen(afterwards));
await endedRuns(root);
report();

async function inTurn(steps: Step[]): Promise<void> {
  for (const step of steps) {
    const result = await step.run();
    results.push(result);
    const words = `${result.failed === 0 ? '✓' : '✗'} ${step.name}: ${result.passed} passed, ${result.failed} failed`;
    console.log(`${words} (${Math.round(result.ms / 1000)} s)`);
    if (result.failed > 0) console.log(`${result.output.trimEnd()}\n`);
  }
}

function report(): void {
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum((result) => result.failed);
  const broken = results.filter((result) => result.failed > 0).map((result) => result.name);
  if (broken.length > 0) console.log(`\nFailures in: ${broken.join(', ')} (see above)`);
  console.log(`${sum((result) => result.passed)} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function bin(path: string): string {
  return join(root, 'node_modules', path);
}
