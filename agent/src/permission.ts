import { createHash } from 'node:crypto';
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { TooLarge, type Consent, type Consents } from './consent.ts';
import { describeCall, type CallFields } from './describe-call.ts';
import type { Divergences } from './divergence.ts';
import { leadsInside } from './inside.ts';
import type { Log } from './log.ts';
import type { Recorder } from './recorder.ts';
import { placesWrittenBy, type KnownCall } from './tool-call.ts';
import type { Rejection, Turn } from './turn.ts';

export interface PermissionOptions {
  workspace: string;
  consents: Consents;
  recorder: Recorder;
  divergences: Divergences;
  log: Log;
}

/** How long a rejection waits for approved calls that show no sign of life. */
const STILL_MS = 10_000;
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
  await recorder.settled();
  const fields = await describeCall(known.call, options.workspace);
  log(`asks: ${fields.title}`);
  const consent = (await refusal(known, options.workspace)) ?? (await ask(known, fields, turn, options));
  if (consent === null) return cancelled;
  if (!consent.isApproved) return reject(request, turn, toRejection(consent, fields), log);
  log(`approved: ${fields.title}`);
  const answer = optionOf(request.options, 'allow_once');
  if (answer === cancelled) return cancelled;
  await options.divergences.expect(known, fields);
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
    if (error instanceof TooLarge) return tooLarge(known);
    if (turn.cancelled.aborted) return null;
    throw error;
  } finally {
    turn.undecided -= 1;
    turn.changed();
  }
}

/** What nobody can read, nobody can approve. */
function tooLarge(known: KnownCall): Consent {
  return refused(known, 'This is too large to be reviewed. Split it into smaller steps.');
}

/** A change outside of the workspace is put to nobody: a link of the repository could make it look like one inside. */
async function refusal(known: KnownCall, workspace: string): Promise<Consent | null> {
  for (const path of placesWrittenBy(known.call)) {
    if (await leadsInside(workspace, path)) continue;
    return refused(known, `${path} leads out of the workspace. Only files inside of it can be changed.`);
  }
  return null;
}

function refused(known: KnownCall, reason: string): Consent {
  return { itemId: known.itemId, isApproved: false, reason, edits: null, isDecided: false };
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
