import { createHash } from 'node:crypto';
import type { OpenItem } from '@countersign/contract/agent';
import type { Request } from '../../consent/consent.ts';
import { hasEndedSince } from '../../consent/standing.ts';
import { TaskFailed } from '../../lib/failures.ts';
import { stepId } from '../../lib/step-id.ts';
import { keepSetup, makeSetup, unfinished, type MadeSetup, type Setup } from './make-setup.ts';
import { findSetupPlace, noFolder, type SetupPlace } from './setup-place.ts';
import type { TaskRun } from '../task-run.ts';

/** True for what the runner itself asks before it runs a project's setup command. */
export function isSetup({ type, toolName, toolKind }: Pick<OpenItem, 'type' | 'toolName' | 'toolKind'>): boolean {
  return type === 'approval_request' && toolName === 'setup' && toolKind === 'execute';
}

/** What became of the setup command in this execution; null where the project has none. */
export type SetupOutcome = Pick<MadeSetup, 'exitCode' | 'remark'> | null;

const begun = new WeakMap<TaskRun, Promise<SetupOutcome>>();

/**
 * Puts in place what the project's setup command makes, before the agent begins, or goes on in another execution: what it
 * changed is in the task's checkpoint, but packages and builds are not. A person is asked once for each content of the
 * command, whatever task it is for. Before an agent has begun it throws TaskFailed if it is rejected or fails; later, the
 * work that there is counts for more, and it throws only after Stop or if that work was overwritten. Does nothing when
 * called again.
 */
export function setUp(run: TaskRun): Promise<SetupOutcome> {
  const known = begun.get(run) ?? prepare(run);
  begun.set(run, known);
  return known;
}

async function prepare(run: TaskRun): Promise<SetupOutcome> {
  const { setupCommand: command = null } = run.task.settings ?? {};
  // After a turn the files may be an agent's, whichever command was run before it.
  const isAgain = run.journal.turn > 0 || (command !== null && run.journal.setup === hashOf(command));
  try {
    await concludeRejected(run, command);
    return command === null ? null : await putInPlace(run, command, isAgain);
  } catch (error) {
    if (!isAgain || command === null || !(error instanceof SetupRejected)) throw error;
    run.journal.rejectedSetup = hashOf(command);
    run.checkpoints.request();
    return { exitCode: null, remark: run.context.redact(error.said) };
  }
}

async function putInPlace(run: TaskRun, command: string, isAgain: boolean): Promise<SetupOutcome> {
  const { task, journal, saved, reports, context, checkpoints } = run;
  const { redact } = context;
  const isSettled = task.settings?.isSetupApproved === true || task.reopened === true;
  if (isAgain && !isSettled && journal.rejectedSetup === hashOf(command)) return { exitCode: null, remark: REJECTED };
  const place = await findSetupPlace(run);
  if (place === null && !isAgain) throw new TaskFailed(noFolder(run));
  const item = setupItem(run, command, place);
  const consentId = task.settings?.isSetupApproved ? null : await ask(run, item, command);
  const setup: Setup = { command, place, isAgain, stepId: consentId ?? item.id };
  const { source, exitCode, output, remark } = await makeSetup(run, setup).catch((error: unknown) => {
    // The task ends with this, so what came of the consent is reported now or never.
    if (consentId !== null && error instanceof TaskFailed)
      saved.reportWhenSaved(consentId, {
        outcome: 'executed',
        toolResponse: { status: 'failed', output: unfinished(error) },
      });
    throw error;
  });
  const outcome = { exitCode, remark: remark === null ? null : redact(remark) };
  const toolResponse = redact.inValue({ exitCode, output });
  if (consentId === null) {
    const title = source === null ? 'Setup command' : `Setup command: result kept from “${short(source.title)}”`;
    reports.put({ ...item, type: 'tool_call', title, content: null, toolResponse });
  } else {
    saved.reportWhenSaved(consentId, { outcome: 'executed', toolResponse });
  }
  if (isAgain) return outcome;
  if (exitCode !== 0) throw new TaskFailed(failureOf(exitCode, redact(output)));
  journal.setup = hashOf(command);
  if (source === null) await keepSetup(run, command);
  checkpoints.request();
  return outcome;
}

const short = (title: string) => (title.length > 100 ? `${title.slice(0, 99)}…` : title);

/** Names the question about a command, over all executions. */
const referenceOf = (command: string) => `setup ${hashOf(command)}`;
/** What the agent is told in later executions. */
const REJECTED = 'It was rejected.';

const hashOf = (command: string) => createHash('sha256').update(command).digest('hex');

/** Resolves with the question that allowed it. Throws SetupRejected. */
async function ask(run: TaskRun, item: Request['item'], command: string): Promise<string> {
  run.log(`asks: ${item.title}`);
  const fingerprint = referenceOf(command);
  const consent = await run.consents.obtain({ item, fingerprint, signal: run.signal });
  if (consent.isApproved) return consent.itemId;
  if (consent.byStop === true) return ask(run, item, command);
  run.reports.reportOutcome(consent.itemId, { outcome: 'told' });
  throw new SetupRejected(consent.reason);
}

/**
 * A rejection of an earlier run ends the task, unless Stop rejected it or the task was reopened since, when the person is
 * asked again, or it was about another command than the project has by now.
 */
async function concludeRejected({ task, consents, reports }: TaskRun, command: string | null): Promise<void> {
  const rejected = task.openItems.filter((item) => isSetup(item) && item.isApproved === false);
  for (const item of rejected) {
    const { id, grant, hash, reference, rejectionReason } = item;
    const isOpen = grant === 'unused' && hash !== null;
    if (isOpen && (await consents.redeem({ itemId: id, hash })) === 'undone') continue;
    reports.reportOutcome(id, { outcome: 'told' });
    const isItsOwn = command !== null && reference === referenceOf(command);
    const stands = !hasEndedSince(item, { isReopened: task.reopened === true });
    if (stands && isItsOwn) throw new SetupRejected(rejectionReason);
  }
}

const ONCE =
  'This project runs it in the files of each task before its agent starts, and again when a task goes on after a break. Once you have approved it, you are not asked again until it is changed.';

function setupItem(run: TaskRun, command: string, place: SetupPlace | null): Request['item'] {
  const { task } = run;
  const cwd = place?.cwd ?? '';
  return {
    id: stepId(task.id, 'setup', hashOf(command), String(task.epoch)),
    type: 'approval_request',
    title: 'Run the setup command?',
    content: task.repositories.length > 1 && place !== null ? `${ONCE} It runs in ${place.name} alone.` : ONCE,
    toolName: 'setup',
    toolKind: 'execute',
    toolParameters: { command, ...(cwd === '' ? {} : { cwd }) },
    enforcement: 'enforced',
  };
}

/** The person does not want the setup command to be run. */
class SetupRejected extends TaskFailed {
  override name = 'SetupRejected';
  /** What the agent reads of it. */
  readonly said: string;
  constructor(reason: string | null) {
    const words = `was rejected: ${reason ?? 'No reason was given.'}`;
    super(`The setup command ${words} Change it in the project's settings, and reopen the task.`);
    this.said = `It ${words}`;
  }
}

function failureOf(exitCode: number | null, output: string): string {
  const end = output.trim().slice(-2_000);
  return `The setup command ended with exit code ${exitCode ?? 'none'}. Fix it in the project's settings, and reopen the task.${end === '' ? '' : `\n\n${end}`}`;
}
