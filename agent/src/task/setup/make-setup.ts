import { throwIfStopped } from '../../consent/throw-if-stopped.ts';
import type { ShellResult } from '../../isolation/run-as-agent.ts';
import { failureMessage, TaskFailed } from '../../lib/failures.ts';
import { keepingFiles, NotPutBack } from '../../workspace/setup/keeping-files.ts';
import type { SetupInputs, SetupSource } from '../../workspace/setup/kept-setup.ts';
import type { Pointer } from '../../workspace/git/submodules.ts';
import { checkOutAgain, sentenceAboutEmptied } from './check-out-again.ts';
import { placeAgain } from '../place-submodules.ts';
import { runForSetup, RUNNING } from './run-for-setup.ts';
import { noFolder, type SetupPlace } from './setup-place.ts';
import { fetchStoredSetup, storeSetup } from './stored-setup.ts';
import type { TaskRun } from '../task-run.ts';

/** A setup command that may be run. */
export interface Setup {
  command: string;
  /** Null if the project's folder is gone from a task that goes on. */
  place: SetupPlace | null;
  /** The task goes on, with what the command or an agent has left. */
  isAgain: boolean;
  /** The step that its changes belong to. */
  stepId: string;
}

/** What came of it. */
export interface MadeSetup extends ShellResult {
  /** The task whose result is used in place of a run. */
  source: SetupSource | null;
  /** Why nothing came of it, or may not have, or not all; also part of the output. */
  remark: string | null;
}

const FETCHING = {
  kind: 'files',
  title: "Fetching the setup command's result",
  text: 'Fetching it is taking a long time.',
} as const;

/**
 * Runs the command, or uses its kept result. Throws TaskFailed after Stop, having ended what it began. Where the task
 * goes on from a checkpoint, the files saved in it stay as they are, and any other failure is only reported. If they
 * cannot be kept so, it throws TaskFailed, and nothing is saved any more.
 */
export async function makeSetup(run: TaskRun, setup: Setup): Promise<MadeSetup> {
  const { attribution } = run;
  const { stepId, isAgain } = setup;
  await throwIfStopped(run.feed);
  // What it changes is within an approved step, whichever task that was approved for.
  await attribution.opens({ id: stepId, title: 'Setup command', kind: 'execute', changes: [], places: [] });
  try {
    return await (isAgain ? makeAgain(run, setup) : make(run, setup, isNew(run)));
  } finally {
    attribution.closes(stepId);
  }
}

function makeAgain(run: TaskRun, setup: Setup): Promise<MadeSetup> {
  const { workspace, checkpoints, signal } = run;
  const told = (error: unknown): MadeSetup => {
    if (error instanceof NotPutBack) {
      // What was saved before still holds the agent's work.
      void checkpoints.close();
      throw new TaskFailed(notPutBack(error));
    }
    signal.throwIfAborted();
    if (error instanceof TaskFailed) throw error;
    return nothing(unfinished(error));
  };
  const emptied: Pointer[] = [];
  return checkpoints.withoutSaving(async () => {
    const made = await keepingFiles(workspace, {
      work: (isAtStart) => make(run, setup, isAtStart),
      placeAgain: (checkout, pointers) => placeAgain(checkout, pointers, run),
      checkOutAgain: (checkout, pointers) => checkOutAgain(checkout, pointers, run),
      onEmptied: (pointers) => emptied.push(...pointers),
    }).catch(told);
    return emptied.map(sentenceAboutEmptied).reduce(remarked, made);
  });
}

const nothing = (remark: string): MadeSetup => ({ exitCode: null, output: remark, source: null, remark });

const remarked = (made: MadeSetup, remark: string): MadeSetup => ({
  ...made,
  output: `${made.output}\n\n${remark}`.trim(),
  remark: made.remark === null ? remark : `${made.remark} ${remark}`,
});

/** `isAtStart`: the files are those that the task began with, so that a kept result may fit. */
async function make(run: TaskRun, { command, place, isAgain }: Setup, isAtStart: boolean): Promise<MadeSetup> {
  const source = isAtStart ? await placeKept(run, command, isAgain) : null;
  if (source !== null) {
    const output = `It was not run again: this task starts with the same command, values and commits as “${source.title}”, for which it ran at ${source.at.toISOString()}.`;
    return { exitCode: 0, output, source, remark: null };
  }
  if (place === null) return nothing(noFolder(run));
  run.log(`runs the setup command: ${command}`);
  // An agent may have changed what it runs, files of the home included, and nobody is asked.
  const given = run.variables.filter(({ forAgent }) => forAgent || !isAgain);
  const made = { ...(await runForSetup(run, command, place.folder, given)), source, remark: null };
  const missing = run.variables.filter((one) => !given.includes(one)).map(({ name }) => name);
  if (made.exitCode === 0 || missing.length === 0) return made;
  const which = missing.join(', ');
  return remarked(
    made,
    `Where a task goes on, it gets only the values that are marked for the agent, and so not ${which}.`,
  );
}

/** Puts a kept result in place; resolves with the task that it is from, or null if the command is to be run. */
async function placeKept(run: TaskRun, command: string, isAgain: boolean): Promise<SetupSource | null> {
  const { keptSetup } = run.context;
  const source = await findKept(run, command);
  if (source === null) return null;
  run.log(`the setup command's result is kept from "${source.title}"`);
  try {
    await run.waits.during(RUNNING, () => (isAgain ? keptSetup.add(run.workspace) : keptSetup.restore(run.workspace)));
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isAgain) throw error;
    run.log(`what is kept cannot be added: ${String(error)}`);
    return null;
  }
  return source;
}

/** Says that it was not run, or not to its end. */
export const unfinished = (error: unknown) => `It was not run, or did not finish: ${failureMessage(error)}`;

function notPutBack({ message }: NotPutBack): string {
  return `The setup command was run again as this task went on, and has changed files of it that could not be put back: ${message}. The work is still saved as it was before: reopen the task to try again.`;
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
  const reason = await keptSetup.keep(inputs, source, run.signal).catch((error: unknown) => String(error));
  if (reason !== null) run.log(`what the setup command made is not kept for the next task: ${reason}`);
  // Runs beside the work, which does not wait for it.
  else void storeSetup(run, inputs);
}
