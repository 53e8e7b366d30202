// `npm test`: every check and every test, independent ones side by side; the last line says `N passed, N failed`.
// `npm test -- web types dev/lib/ports.test.ts`: only these, by name or by path (testing/choose-steps.ts).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listenForSignals } from './lib/signals.ts';
import { explain } from './lib/start-error.ts';
import { chooseSteps } from './testing/choose-steps.ts';
import { notTested } from './testing/not-tested.ts';
import { chooseSeed } from './testing/seed.ts';
import { endedRuns } from './testing/test-folder.ts';
import { check, endRunningSteps, vitestProject, type Result, type Step } from './testing/steps.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.countersign/reports');
mkdirSync(reports, { recursive: true });

const npx = (name: string, ...args: string[]) => [process.execPath, [bin(name), ...args]] as const;
const tests = (project: string, ...options: string[]) => vitestProject(root, reports, project, options);

/** Some rules need types: one program that knows them for linting checks them too, in half the time of two programs. */
const checks = [
  check(root, 'types', npx('oxlint/bin/oxlint', '--type-aware', '--type-check')),
  check(root, 'format', npx('prettier/bin/prettier.cjs', '--check', '.')),
  check(root, 'lint', npx('eslint/bin/eslint.js', '.', '--max-warnings', '0')),
  check(root, 'unused', npx('knip/bin/knip.js')),
];

// For two cores: lanes in parallel, one group after the other. Tests that mostly wait for what they start have more
// workers than cores. Only what waits the most runs beside the browsers: with more than that, pages answer too late.
const groups: Step[][][] = [
  [
    [tests('agent', '--maxWorkers=3'), tests('contract'), tests('web'), ...checks],
    [tests('functions'), tests('emulator', '--maxWorkers=2')],
    [tests('stack'), tests('dev')],
  ],
  [[tests('e2e', '--maxWorkers=2')], [tests('resilience')]],
  ...(process.env.COUNTERSIGN_LONG ? [[[tests('engines')]]] : []),
];

const { asked } = listenForSignals();
void asked.then(async () => {
  await endRunningSteps();
  await endedRuns(root);
  process.exit(1);
});

const names = groups.flat(2).map(({ name }) => name);
const { has, files } = await chooseSteps(root, names, process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
console.log(`Random choices begin with COUNTERSIGN_SEED=${chooseSeed()}`);
const results: Result[] = [];
for (const lanes of groups) await Promise.all(lanes.map((lane) => inTurn(lane)));
for (const [project, paths] of files) results.push(await runAndTell(tests(project, ...paths)));
await endedRuns(root);
report();

async function inTurn(steps: Step[]): Promise<void> {
  for (const step of steps) if (has(step.name)) results.push(await runAndTell(step));
}

async function runAndTell(step: Step): Promise<Result> {
  const result = await step.run();
  const words = `${result.failed === 0 ? '✓' : '✗'} ${step.name}: ${result.passed} passed, ${result.failed} failed`;
  console.log(`${words} (${Math.round(result.ms / 1000)} s)`);
  if (result.failed > 0) console.log(`${result.output.trimEnd()}\n`);
  return result;
}

function report(): void {
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum((result) => result.failed);
  const broken = results.filter((result) => result.failed > 0).map((result) => result.name);
  if (broken.length > 0) {
    console.log(`\nFailures in ${broken.join(', ')} (the full output is above):`);
    for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  }
  for (const sentence of notTested()) console.log(sentence);
  console.log(`${sum((result) => result.passed)} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function bin(path: string): string {
  return join(root, 'node_modules', path);
}
