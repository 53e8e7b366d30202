import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { OpenItem } from '@countersign/contract/agent';
import type { Request } from '../consent/consent.ts';
import { goesOnAfterStop, stoppedByOwner, throwIfStopped } from '../consent/throw-if-stopped.ts';
import type { SetupInputs, SetupSource } from '../workspace/kept-setup.ts';
import { runAsAgent, type ShellResult } from '../isolation/run-as-agent.ts';
import { TaskFailed } from '../lib/failures.ts';
import { stepId } from '../lib/step-id.ts';
import { fetchStoredSetup, storeSetup } from './stored-setup.ts';
import type { TaskRun } from './task-run.ts';

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

/** True for what the runner itself asks before it runs a project's setup command. */
export function isSetup({ type, toolName, toolKind }: Pick<OpenItem, 'type' | 'toolName' | 'toolKind'>): boolean {
  return type === 'approval_request' && toolName === 'setup' && toolKind === 'execute';
}

/**
 * Runs the project's setup command before the agent begins, once per task: its result is in the task's checkpoint, and
 * kept for tasks of the project that begin the same way. A person is asked once for each content of the command,
 * whatever task it is for. Throws TaskFailed if it is rejected or fails.
 */
export async function setUp(run: TaskRun): Promise<void> {
  const { task, journal, saved, reports, redact } = withRedactor(run);
  await concludeRejected(run);
  const { setupCommand: command = null, isSetupApproved = false } = task.settings ?? {};
  if (command === null || journal.setup === hashOf(command) || journal.phase !== 'work') return;
  const item = setupItem(run, command);
  const consentId = isSetupApproved ? null : await ask(run, item, command);
  run.log(`runs the setup command: ${command}`);
  const done = await carryOut(run, command, consentId ?? item.id).catch((error: unknown) => {
    // The task ends with this, so what came of the consent is reported now or never.
    if (consentId !== null && error instanceof TaskFailed)
      saved.reportWhenSaved(consentId, { outcome: 'executed', toolResponse: unfinished(error) });
    throw error;
  });
  const { source, exitCode, output } = done;
  const toolResponse = redact.inValue({ exitCode, output });
  if (consentId === null) {
    const title = source === null ? 'Setup command' : `Setup command: result kept from “${short(source.title)}”`;
    reports.put({ ...item, type: 'tool_call', title, content: null, toolResponse });
  } else {
    saved.reportWhenSaved(consentId, { outcome: 'executed', toolResponse });
  }
  if (exitCode !== 0) throw new TaskFailed(failureOf(exitCode, redact(output)));
  journal.setup = hashOf(command);
  if (source === null) await keep(run, command);
  run.checkpoints.request();
}

/** Runs the command, or uses its kept result. Throws TaskFailed after Stop, having ended what it began. */
async function carryOut(
  run: TaskRun,
  command: string,
  stepId: string,
): Promise<ShellResult & { source: SetupSource | null }> {
  await throwIfStopped(run.feed);
  // What it changes is within an approved step, whichever task that was approved for.
  await run.attribution.opens({ id: stepId, title: 'Setup command', kind: 'execute', changes: [], places: [] });
  try {
    const source = await findKept(run, command);
    const made = source === null ? run.waits.during(RUNNING, () => execute(run, command)) : restore(run, source);
    return { ...(await made), source };
  } finally {
    run.attribution.closes(stepId);
  }
}

const unfinished = ({ message }: TaskFailed) => ({
  status: 'failed',
  output: `It was not run, or did not finish: ${message}`,
});

/** A kept result fits if this task begins with the same inputs. */
function inputsOf({ task, variables, workspace }: TaskRun, command: string): SetupInputs {
  return { command, folder: task.settings?.folder ?? '', variables, workspace };
}

/** A task that was worked on before has files of its own. */
const isNew = ({ task }: TaskRun) => task.checkpoint === null;

async function findKept(run: TaskRun, command: string): Promise<SetupSource | null> {
  if (!isNew(run)) return null;
  const inputs = inputsOf(run, command);
  return run.context.keptSetup.find(inputs) ?? (await run.waits.during(FETCHING, () => fetchStoredSetup(run, inputs)));
}

async function restore(run: TaskRun, source: SetupSource): Promise<ShellResult> {
  run.log(`the setup command's result is kept from "${source.title}"`);
  await run.waits.during(RUNNING, () => run.context.keptSetup.restore(run.workspace));
  const output = `It was not run again: this task starts with the same command, values and commits as “${source.title}”, for which it ran at ${source.at.toISOString()}.`;
  return { exitCode: 0, output };
}

async function keep(run: TaskRun, command: string): Promise<void> {
  if (!isNew(run)) return;
  const { keptSetup } = run.context;
  const inputs = inputsOf(run, command);
  const source = { title: run.task.title, at: new Date() };
  const reason = await keptSetup.keep(inputs, source).catch((error: unknown) => String(error));
  if (reason !== null) run.log(`what the setup command made is not kept for the next task: ${reason}`);
  // Runs beside the work, which does not wait for it.
  else void storeSetup(run, inputs);
}

const short = (title: string) => (title.length > 100 ? `${title.slice(0, 99)}…` : title);

const withRedactor = (run: TaskRun) => ({ ...run, redact: run.context.redact });
const hashOf = (command: string) => createHash('sha256').update(command).digest('hex');

/** Resolves with the question that allowed it. Throws TaskFailed when it is rejected. */
async function ask(run: TaskRun, item: Request['item'], command: string): Promise<string> {
  run.log(`asks: ${item.title}`);
  const fingerprint = `setup ${hashOf(command)}`;
  const consent = await run.consents.obtain({ item, fingerprint, signal: run.signal });
  if (consent.isApproved) return consent.itemId;
  run.reports.reportOutcome(consent.itemId, { outcome: 'told' });
  throw new TaskFailed(rejectedWords(consent.reason));
}

/** A rejection of an earlier run ends the task, unless it was reopened since: then the person is asked again. */
async function concludeRejected({ task, consents, reports }: TaskRun): Promise<void> {
  const rejected = task.openItems.filter((item) => isSetup(item) && item.isApproved === false);
  for (const { id, grant, hash, rejectionReason } of rejected) {
    const isOpen = grant === 'unused' && hash !== null;
    if (isOpen && (await consents.redeem({ itemId: id, hash })) === 'undone') continue;
    reports.reportOutcome(id, { outcome: 'told' });
    if (task.reopened !== true) throw new TaskFailed(rejectedWords(rejectionReason));
  }
}

function setupItem({ task }: TaskRun, command: string): Request['item'] {
  const folder = task.settings?.folder;
  return {
    id: stepId(task.id, 'setup', hashOf(command), String(task.epoch)),
    type: 'approval_request',
    title: 'Run the setup command?',
    content:
      'This project runs it in the files of each task before its agent starts. Once you have approved it, you are not asked again until it is changed.',
    toolName: 'setup',
    toolKind: 'execute',
    toolParameters: { command, ...(folder ? { cwd: folder } : {}) },
    enforcement: 'enforced',
  };
}

/** Runs in the first repository, or in the project's folder there, with the project's values and nothing else. */
function execute(run: TaskRun, command: string): Promise<ShellResult> {
  const { workspace, folders, context, task, variables, feed, log } = run;
  const { path, isolation } = context.environment;
  const root = workspace.checkouts[0]?.folder ?? folders.workspace;
  const env = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const folder = join(root, task.settings?.folder ?? '.');
  const stop = new AbortController();
  feed.onStop(() => !goesOnAfterStop(feed) && stop.abort(stoppedByOwner()));
  const signal = AbortSignal.any([run.signal, stop.signal]);
  return runAsAgent({ command, folder, env, folders, path, user: context.user, isolation, log, signal });
}

function rejectedWords(reason: string | null): string {
  return `The setup command was rejected: ${reason ?? 'No reason was given.'} Change it in the project's settings, and reopen the task.`;
}

function failureOf(exitCode: number | null, output: string): string {
  const end = output.trim().slice(-2_000);
  return `The setup command ended with exit code ${exitCode ?? 'none'}. Fix it in the project's settings, and reopen the task.${end === '' ? '' : `\n\n${end}`}`;
}
