import { listenForSignals } from '../lib/signals.ts';
import { explain } from '../lib/start-error.ts';
import { chooseSteps } from './choose-steps.ts';
import { chooseSeed } from './seed.ts';
import { notTested } from './not-tested.ts';
import { endRunningSteps, type Result, type Step } from './steps.ts';
import { endedRuns } from './test-folder.ts';

/** What `npm test` consists of. */
export interface Plan {
  root: string;
  /** One group after the other; a group's lanes in parallel, a lane's steps in turn. */
  groups: readonly (readonly (readonly Step[])[])[];
  /** A lane that runs beside all groups. */
  beside?: readonly Step[];
  /** The step that runs some files of a Vitest project. */
  ofFiles: (project: string, paths: readonly string[]) => Step;
}

/**
 * Runs the steps that `args` select (choose-steps.ts), reports, and ends the process: with 0 if nothing failed. Asked
 * to end, it begins no further step, and those that run have time to end what they started; asked again, they have none.
 */
export async function runSteps({ root, groups, beside = [], ofFiles }: Plan, args: readonly string[]): Promise<never> {
  const { asked, urged } = listenForSignals();
  let isEnding = false;
  void asked.then(async () => {
    isEnding = true;
    await endRunningSteps(urged);
    await endedRuns(root);
    process.exit(1);
  });

  const names = [...groups.flat(2), ...beside].map(({ name }) => name);
  const { has, files } = await chooseSteps(root, names, args).catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
  console.log(`Random choices begin with COUNTERSIGN_SEED=${chooseSeed()}`);
  const results: Result[] = [];
  const inTurn = async (steps: readonly Step[]) => {
    for (const step of steps) if (!isEnding) results.push(await runAndTell(step));
  };
  const inTurnIfAsked = (lane: readonly Step[]) => inTurn(lane.filter(({ name }) => has(name)));
  const besideAll = inTurnIfAsked(beside);
  for (const lanes of groups) await Promise.all(lanes.map(inTurnIfAsked));
  await besideAll;
  await inTurn([...files].map(([project, paths]) => ofFiles(project, paths)));
  // Whoever ends the steps ends the process, too: there is no result to report.
  if (isEnding) await new Promise(() => undefined);
  await endedRuns(root);
  await report(results);
  process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
}

async function runAndTell(step: Step): Promise<Result> {
  const result = await step.run();
  const words = `${result.failed === 0 ? '✓' : '✗'} ${step.name}: ${result.passed} passed, ${result.failed} failed`;
  console.log(`${words} (${Math.round(result.ms / 1000)} s)`);
  if (result.failed > 0 || result.triedAgain.length > 0) console.log(`${result.output.trimEnd()}\n`);
  return result;
}

async function report(results: readonly Result[]): Promise<void> {
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const broken = results.filter((result) => result.failed > 0).map((result) => result.name);
  if (broken.length > 0) {
    console.log(`\nFailures in ${broken.join(', ')} (the full output is above):`);
    for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  }
  const triedAgain = results.flatMap((result) => result.triedAgain);
  if (triedAgain.length > 0) {
    console.log('\nPassed only when tried again, which is a defect of the test or of the product (decision 28):');
    for (const one of triedAgain) console.log(`! ${one}`);
  }
  for (const sentence of await notTested()) console.log(sentence);
  const leftOut = sum((result) => result.leftOut);
  const files = sum((result) => result.filesLeftOut);
  if (leftOut + files > 0)
    console.log(
      `Left out: ${leftOut} tests of the long suites and ${files} files of them, chosen by the seed; npm run test:long runs them all.`,
    );
  console.log(`${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`);
}
