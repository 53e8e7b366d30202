// `npm run bench -- [--strict] [name …]`: runs measurements, each on its own empty stack, prints tables, and in the end
// the goals that were not reached; with --strict these are a failure. Ratios against a reference of the same run say more
// than milliseconds, which depend on this machine.
import { measureAgents, withScriptedModel } from './measures/agents.ts';
import { measureApprovalLatency } from './measures/approval-latency.ts';
import { measureCardLatency } from './measures/card-latency.ts';
import { measureColdStart } from './measures/cold-start.ts';
import { measureCosts } from './measures/costs.ts';
import { measureFileLooks } from './measures/file-looks.ts';
import { measureImage } from './measures/image.ts';
import { measureLighthouse } from './measures/lighthouse.ts';
import { measureListDecisions } from './measures/list-decisions.ts';
import { measurePush } from './measures/push.ts';
import { measureReads } from './measures/reads.ts';
import { measureReplies } from './measures/replies.ts';
import { measureReview } from './measures/review.ts';
import { measureScale } from './measures/scale.ts';
import { measureTasksPage } from './measures/tasks-page.ts';
import { type RunningStack, startStack } from './stack.ts';
import { missedIn, print, type Table } from './table.ts';

const measures: Record<string, (running: RunningStack) => Promise<Table[]>> = {
  reads: measureReads,
  'approval-latency': measureApprovalLatency,
  'card-latency': measureCardLatency,
  'list-decisions': measureListDecisions,
  push: measurePush,
  agents: measureAgents,
  'file-looks': measureFileLooks,
  'tasks-page': measureTasksPage,
  replies: measureReplies,
  review: measureReview,
  scale: measureScale,
  costs: measureCosts,
  'cold-start': measureColdStart,
  image: measureImage,
  lighthouse: measureLighthouse,
};
/** What a measurement needs beside its stack, and starts the stack with. */
const surroundings: Record<string, typeof withScriptedModel | undefined> = { agents: withScriptedModel };
/** Longer than the slowest takes on a busy machine. */
const LIMIT_MS = 20 * 60_000;

const STRICT = '--strict';
const names = process.argv.slice(2).filter((argument) => argument !== STRICT);
const unknown = names.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`No measure ${unknown.join(', ')}; there are: ${Object.keys(measures).join(', ')}`);
  process.exit(1);
}

let running: RunningStack | undefined;
let isLeaving = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void leave(`Ended by ${signal}.`));
// An unawaited promise has failed: the stack must not outlive this process because of that.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.once(event, (error: unknown) => void leave(causeOf(error)));

const failed: string[] = [];
const missed: string[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  try {
    const around = await surroundings[name]?.();
    try {
      for (const table of await onStackOfItsOwn(measure, around?.environment)) {
        print(table);
        missed.push(...missedIn(table));
      }
    } finally {
      around?.close();
    }
  } catch (error) {
    // It failed because its stack was ended; whoever did that ends the process, too.
    if (isLeaving) await new Promise(() => undefined);
    failed.push(name);
    console.error(`\n✗ ${name} could not be measured: ${causeOf(error)}`);
  }
}
if (failed.length > 0) console.error(`\nNot measured: ${failed.join(', ')} (see above)`);
if (missed.length > 0) console.log(['\nGoals not reached:', ...missed].join('\n- '));
process.exit(failed.length > 0 || (missed.length > 0 && process.argv.includes(STRICT)) ? 1 : 0);

async function onStackOfItsOwn(
  measure: (running: RunningStack) => Promise<Table[]>,
  environment?: Record<string, string>,
): Promise<Table[]> {
  running = await startStack(environment);
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`It took longer than ${LIMIT_MS / 60_000} minutes.`)), LIMIT_MS);
  });
  try {
    return await Promise.race([measure(running), running.failed, late]);
  } finally {
    clearTimeout(limit);
    await running.stop();
    running = undefined;
  }
}

async function leave(words: string): Promise<never> {
  isLeaving = true;
  console.error(`\n${words}`);
  await running?.stop();
  process.exit(1);
}

function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
