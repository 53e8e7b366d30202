import { goesOnAfterStop, stoppedByOwner, throwIfStopped } from '../consent/throw-if-stopped.ts';
import { runAsAgent, type ShellResult } from '../isolation/run-as-agent.ts';
import { keepingFiles } from '../workspace/keeping-files.ts';
import type { SetupInputs, SetupSource } from '../workspace/kept-setup.ts';
import { noFolder, type SetupPlace } from './setup-place.ts';
import { fetchStoredSetup, storeSetup } from './stored-setup.ts';
import type { TaskRun } from './task-run.ts';

/** A setup command that may be run. */
export interface Setup {
  command: string;
  /** Null if the project's folder is gone from a task that goes on. */
  place: SetupPlace | null;
  /** An earlier execution has run it for this task. */
  isAgain: boolean;
  /** The step that its changes belong to. */
  stepId: string;
}

/** What came of it; `source`: the task whose result is used in place of a run. */
export type MadeSetup = ShellResult & { source: SetupSource | null };

const RUNNING = {
  kind: 'files',
  title: 'Running the setup command',
  text: 'The setup command is taking a long time.',
} as const;

const FETCHING = {
  kind: 'files',
  title: "Fetching the setup command's result",
  text: 'Fetching it is taking a long time.',
} as const;

/** Runs the command, or uses its kept result. Throws TaskFailed after Stop, having ended what it began. */
export async function makeSetup(run: TaskRun, setup: Setup): Promise<MadeSetup> {
  const { attribution, workspace } = run;
  const { stepId, isAgain } = setup;
  await throwIfStopped(run.feed);
  // What it changes is within an approved step, whichever task that was approved for.
  await attribution.opens({ id: stepId, title: 'Setup command', kind: 'execute', changes: [], places: [] });
  try {
    if (isAgain) return await keepingFiles(workspace, (isAtStart) => make(run, setup, isAtStart));
    return await make(run, setup, isNew(run));
  } finally {
    attribution.closes(stepId);
  }
}

/** `isAtStart`: the files are those that the task began with, so that a kept result may fit. */
async function make(run: TaskRun, { command, place, isAgain }: Setup, isAtStart: boolean): Promise<MadeSetup> {
  const { keptSetup } = run.context;
  const source = isAtStart ? await findKept(run, command) : null;
  if (source === null) {
    if (place === null) return { exitCode: null, output: noFolder(run), source };
    run.log(`runs the setup command: ${command}`);
    return { ...(await run.waits.during(RUNNING, () => execute(run, command, place))), source };
  }
  run.log(`the setup command's result is kept from "${source.title}"`);
  await run.waits.during(RUNNING, () => (isAgain ? keptSetup.add(run.workspace) : keptSetup.restore(run.workspace)));
  const output = `It was not run again: this task starts with the same command, values and commits as “${source.title}”, for which it ran at ${source.at.toISOString()}.`;
  return { exitCode: 0, output, source };
}

/** A kept result fits if this task begins with the same inputs. */
function inputsOf({ task, variables, workspace }: TaskRun, command: string): SetupInputs {
  return { command, folder: task.settings?.folder ?? '', variables, workspace };
}

/** A task that was worked on before has files of its own. */
const isNew = ({ task }: TaskRun) => task.checkpoint === null;

async function findKept(run: TaskRun, command: string): Promise<SetupSource | null> {
  const inputs = inputsOf(run, command);
  return run.context.keptSetup.find(inputs) ?? (await run.waits.during(FETCHING, () => fetchStoredSetup(run, inputs)));
}

/** Keeps what the command has made in a task that had no files of its own. */
export async function keepSetup(run: TaskRun, command: string): Promise<void> {
  if (!isNew(run)) return;
  const { keptSetup } = run.context;
  const inputs = inputsOf(run, command);
  const source = { title: run.task.title, at: new Date() };
  const reason = await keptSetup.keep(inputs, source).catch((error: unknown) => String(error));
  if (reason !== null) run.log(`what the setup command made is not kept for the next task: ${reason}`);
  // Runs beside the work, which does not wait for it.
  else void storeSetup(run, inputs);
}

/** Runs with the project's values and nothing else. */
function execute(run: TaskRun, command: string, { folder }: SetupPlace): Promise<ShellResult> {
  const { folders, context, variables, feed, log } = run;
  const { path, isolation } = context.environment;
  const env = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const stop = new AbortController();
  feed.onStop(() => !goesOnAfterStop(feed) && stop.abort(stoppedByOwner()));
  const signal = AbortSignal.any([run.signal, stop.signal]);
  return runAsAgent({ command, folder, env, folders, path, user: context.user, isolation, log, signal });
}
