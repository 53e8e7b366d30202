// `npm test`: every check and every test, independent ones side by side; the last line says `N passed, N failed`.
// `npm test -- web types dev/lib/ports.test.ts`: only these, by name or by path (testing/choose-steps.ts).
import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './testing/run-steps.ts';
import { isLong } from './testing/sample.ts';
import { check, vitestProject, type Step } from './testing/steps.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.countersign/reports');
mkdirSync(reports, { recursive: true });

const asked = process.argv.slice(2);
// A run of everything takes a part of the long suites (testing/long-suites.ts); what is named runs whole.
if (asked.length === 0 && !isLong) process.env.COUNTERSIGN_SAMPLE = '1';

const npx = (name: string, ...args: string[]) => [process.execPath, [bin(name), ...args]] as const;
const tests = (project: string, ...options: string[]) => vitestProject(root, reports, project, options);
const yielding = (project: string, ...options: string[]) =>
  vitestProject(root, reports, project, options, constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * They take what processor time the others leave, from the first test to the last. Some rules need types: one program
 * that knows them for linting checks them too, in half the time of two programs.
 */
const checks = [
  check(root, 'format', npx('oxfmt/bin/oxfmt', '--check', '.')),
  check(root, 'types', npx('oxlint/bin/oxlint', '--type-aware', '--type-check')),
  check(root, 'lint', npx('eslint/bin/eslint.js', '.', '--max-warnings', '0')),
  check(root, 'unused', npx('knip/bin/knip.js')),
];

// For two cores: lanes in parallel, one group after the other. The decisions wait more than they work and take the
// longest, so few lanes run beside them, and leave them the processor whenever they want it: else the browsers, which come
// next, would wait for them. One worker loads and compiles once: the web's tests take a third more processor
// time in two. Those that mostly wait for what they start have more. Beside the browsers runs only what waits the most:
// with more than that, pages answer too late.
const groups: Step[][][] = [
  [
    [yielding('agent', '--maxWorkers=2'), yielding('contract')],
    [yielding('emulator', '--maxWorkers=1')],
    [tests('decisions')],
    [
      yielding('functions', '--maxWorkers=1'),
      tests('stack'),
      yielding('dev', '--maxWorkers=1'),
      yielding('web', '--maxWorkers=1'),
    ],
  ],
  [[tests('e2e', '--maxWorkers=2')], [tests('resilience')]],
  ...(isLong ? [[[tests('engines')]]] : []),
];

await runSteps({ root, groups, beside: checks, ofFiles: (project, paths) => tests(project, ...paths) }, asked);

function bin(path: string): string {
  return join(root, 'node_modules', path);
}
