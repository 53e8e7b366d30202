import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
} from '@agentclientprotocol/sdk';
import type { Checkout } from './checkout.ts';
import { TooLarge, type Consent, type Consents } from './consent.ts';
import { describeCall, shownPath, type CallFields } from './describe-call.ts';
import type { Divergences } from './divergence.ts';
import { HoldsSecret } from './failures.ts';
import { leadsInside } from './inside.ts';
import type { Log } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Recorder } from './recorder.ts';
import { placesWrittenBy, type KnownCall } from './tool-call.ts';
import type { Rejection, Turn } from './turn.ts';

/** What a permission request is answered with. */
export interface PermissionOptions {
  workspace: string;
  /** What is saved and published. */
  checkouts: () => ReadonlyArray<Pick<Checkout, 'folder'>>;
  consents: Consents;
  recorder: Recorder;
  divergences: Divergences;
  outbox: Pick<Outbox, 'settle'>;
  /** The agent was allowed something and means something else. */
  onDiverged: (known: KnownCall, problem: string) => void;
  log: Log;
}

/** How long a rejection waits for approved calls that show no sign of life. */
const STILL_MS = 10_000;
/** As of a call that failed. */
const notRun = {
  status: 'failed',
  output: 'It was not run: the turn had ended before the agent was told of the approval.',
};
const either = new Intl.ListFormat('en', { type: 'disjunction' });
const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/**
 * Answers a permission request of the agent with what the person decides. Only once-options are ever chosen: a rule is the owner's
 * to make, not the agent's to offer.
 */
export async function answerPermission(
  request: RequestPermissionRequest,
  turn: Turn,
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  if (turn.cancelled.aborted) return cancelled;
  const { recorder, log } = options;
  const known = recorder.know(request.toolCall);
  known.isAsked = true;
  // Asked once more, it does not run on what it was allowed before.
  known.isReleased = false;
  turn.running.delete(known.toolCallId);
  // What the person is shown, and answers: the agent may tell of other arguments meanwhile.
  const asked = known.call;
  await recorder.settled();
  const fields = await describeCall(asked, options.workspace);
  log(`asks: ${fields.title}`);
  const consent = (await refusal(known.itemId, asked, options)) ?? (await ask(known, fields, turn, options));
  if (consent === null) return cancelled;
  if (!consent.isApproved) return reject(request, turn, toRejection(consent, fields), log);
  log(`approved: ${fields.title}`);
  await options.divergences.expect(asked, fields);
  const problem = options.divergences.sinceAsked(known);
  if (problem !== null) {
    options.onDiverged(known, problem);
    return cancelled;
  }
  const answer = optionOf(request.options, 'allow_once');
  // Stop may have come since the consent was taken out. It cannot be put back; that nothing came of it is certain, and told.
  if (turn.cancelled.aborted || answer === cancelled) {
    options.outbox.settle(known.itemId, { outcome: 'executed', toolResponse: notRun });
    return cancelled;
  }
  known.isReleased = true;
  turn.running.add(known.toolCallId);
  return answer;
}

async function ask(
  known: KnownCall,
  fields: CallFields,
  turn: Turn,
  options: PermissionOptions,
): Promise<Consent | null> {
  turn.undecided += 1;
  turn.changed();
  try {
    return await options.consents.obtain({
      item: { ...fields, id: known.itemId, parentId: known.parentId, enforcement: 'honoured' },
      fingerprint: fingerprintOf(fields),
      signal: turn.cancelled,
      onAsked: (itemId) => (known.itemId = itemId),
    });
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(known.itemId);
    if (error instanceof HoldsSecret) return refused(known.itemId, error.message);
    if (turn.cancelled.aborted) return null;
    throw error;
  } finally {
    turn.undecided -= 1;
    turn.changed();
  }
}

/** What nobody can read, nobody can approve. */
function tooLarge(itemId: string): Consent {
  return refused(itemId, 'This is too large to be reviewed. Split it into smaller steps.');
}

/**
 * A change outside of the workspace is put to nobody: a link of the repository could make it look like one inside. Neither is one beside the
 * repositories where these lie below the workspace: the file would be gone with the container, and in nothing that is published.
 */
async function refusal(
  itemId: string,
  asked: ToolCall,
  { workspace, checkouts }: PermissionOptions,
): Promise<Consent | null> {
  const folders = checkouts().map(({ folder }) => folder);
  for (const path of placesWrittenBy(asked)) {
    if (!(await leadsInside(workspace, path)))
      return refused(itemId, `${path} leads out of the workspace. Only files inside of it can be changed.`);
    const place = resolve(workspace, path);
    const isKept = await Promise.all(folders.map((folder) => leadsInside(folder, place)));
    if (isKept.includes(true)) continue;
    const shown = shownPath(path, workspace);
    const names = folders.map((folder) => `${relative(workspace, folder)}/`);
    return refused(itemId, `${shown} is neither saved nor published. Write into ${either.format(names)} instead.`);
  }
  return null;
}

function refused(itemId: string, reason: string): Consent {
  return { itemId, isApproved: false, reason, edits: null, isDecided: false };
}

/**
 * A reason cannot travel with the answer: the agent is told no, its turn is cancelled, and the next prompt says why. Everything
 * else that was asked for in this turn is decided, and done if approved, before that.
 */
async function reject(
  request: RequestPermissionRequest,
  turn: Turn,
  rejection: Rejection,
  log: Log,
): Promise<RequestPermissionResponse> {
  log(`rejected: ${rejection.title}: ${rejection.reason}`);
  turn.reject(rejection);
  await turn.quiet(STILL_MS);
  // After the answer, so that the agent hears "no" before it hears "stop".
  setImmediate(() => turn.cancel());
  return optionOf(request.options, 'reject_once');
}

function toRejection(consent: Consent, fields: CallFields): Rejection {
  const type = fields.type === 'file_creation' ? 'file_creation' : 'tool_call';
  const { itemId, reason, isDecided } = consent;
  return { itemId, type, title: fields.title, reason: reason ?? 'No reason was given.', isDecided };
}

/** By its kind: ids differ from agent to agent. */
function optionOf(offered: readonly PermissionOption[], kind: PermissionOptionKind): RequestPermissionResponse {
  const option = offered.find((candidate) => candidate.kind === kind);
  return option ? { outcome: { outcome: 'selected', optionId: option.optionId } } : cancelled;
}

/** Equal for equal steps, whatever the agent calls them. */
function fingerprintOf(fields: CallFields): string {
  const { type, toolName, toolKind, toolParameters, filePath, fileContent } = fields;
  const bytes = JSON.stringify([type, toolName, toolKind, toolParameters, filePath, fileContent]);
  return createHash('sha256').update(bytes).digest('base64url');
}
