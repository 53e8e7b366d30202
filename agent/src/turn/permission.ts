import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { Consent } from '../consent/consent.ts';
import type { Rejection } from '../consent/rejection.ts';
import { isRecord } from '../lib/is-record.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { askPerson, type Answered, type AskOptions, type Opened } from './ask-person.ts';
import type { KnownCall } from './call-moves.ts';
import type { Calls } from './calls.ts';
import type { CallFields } from './shown/describe-call.ts';
import type { Divergences } from './divergence.ts';
import type { Recorder } from './recorder.ts';
import { stepOf } from './step-of.ts';
import type { Turn } from './turn.ts';

/** What is needed to answer a permission request. */
export interface PermissionOptions extends AskOptions {
  calls: Calls;
  recorder: Pick<Recorder, 'recorded'>;
  divergences: Divergences;
  reports: Pick<ReportQueue, 'reportOutcome' | 'put' | 'flush'>;
  /** Called when the agent was allowed one thing and means another. */
  onDiverged: (known: KnownCall, problem: string) => void;
}

/** A request about a call, in the turn in which it came. */
interface Asking {
  request: RequestPermissionRequest;
  turn: Turn;
  known: KnownCall;
}

/** How long the end of a turn waits for approved calls that give no sign of life. */
export const STILL_MS = 10_000;
/** How long to wait for the rest of a step that its agent has begun to announce: it comes with the next messages. */
const PIECES_MS = 250;
/** The result of a call that was approved too late; it reads as one that failed. */
const notRun = {
  status: 'failed',
  output: 'It was not run: the turn had ended before the agent was told of the approval.',
};
/** The same for a call that its agent ended while the question was open, whatever it had done by then. */
const endedBefore = {
  status: 'failed',
  output: 'The agent had ended this call before it was approved: nothing was run on this approval.',
};
/** The same for a step that its agent changed, into one that is refused, in the moment of the approval. */
const changedBefore = {
  status: 'failed',
  output: 'It was not run: the agent had changed this step before it was told of the approval.',
};
const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/**
 * Answers an agent's permission request with the person's decision. Only once-options are ever chosen: a rule is for
 * the owner to make, not for the agent to offer. A request that only completes an approved one of the same call is part
 * of it.
 */
export async function answerPermission(
  request: RequestPermissionRequest,
  turn: Turn,
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  if (turn.cancelled.aborted) return cancelled;
  const { calls, recorder, divergences, log } = options;
  const before = calls.known(request.toolCall.toolCallId);
  if (before !== null && divergences.completes(before, request.toolCall)) {
    log(`approved with the same call: ${before.call.title}`);
    return optionOf(request.options, 'allow_once');
  }
  const isBegun = before !== null && isPartOf(before.call, request.toolCall);
  const known = calls.begin(request.toolCall);
  turn.ask(known);
  // Open until its agent has the answer: what was approved begins only then, and a rejection beside it must not end the
  // turn before.
  const close = turn.opens();
  try {
    if (isBegun) await nextPiece(known, turn);
    await recorder.recorded(known);
    const { withdraws, ...answered } = await askPerson(known, turn, options);
    const { consent, fields } = answered;
    if (consent === null) return cancelled;
    const asking = { request, turn, known };
    if (consent.isApproved) return await allow(asking, { ...answered, consent }, options);
    close();
    return await reject(asking, { consent, fields, withdraws }, options);
  } finally {
    close();
  }
}

/** The agent may do what was approved, unless it means something else by now, or the turn is over. */
async function allow(
  { request, turn, known }: Asking,
  { consent, asked, fields, prepared }: Answered & { consent: Consent },
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  const { divergences, attribution, log } = options;
  log(`approved: ${fields.title}`);
  await divergences.expect(known, asked, fields);
  const step = stepOf(consent.itemId, asked, fields, options.workspace);
  await attribution.opens(step, prepared);
  const problem = divergences.sinceAsked(known);
  if (problem !== null) {
    attribution.closes(step.id);
    options.onDiverged(known, problem);
    return cancelled;
  }
  const answer = optionOf(request.options, 'allow_once');
  // Stop may have come since the consent was redeemed. Redeeming cannot be undone, but nothing can have come of it,
  // which is reported.
  if (turn.cancelled.aborted || answer === cancelled) {
    attribution.closes(step.id);
    options.reports.reportOutcome(known.itemId, { outcome: 'not_executed', toolResponse: notRun });
    return cancelled;
  }
  if (known.stage === 'asked') {
    known.release();
    return answer;
  }
  // Its agent reported its end meanwhile and is not waited for: nobody would report what came of this consent.
  attribution.closes(step.id);
  if (known.stage !== 'finished') return answer;
  log(`ended before it was approved: ${fields.title}`);
  options.reports.reportOutcome(consent.itemId, { outcome: 'not_executed', toolResponse: endedBefore });
  return cancelled;
}

/** True for a call that its agent has only begun to announce, and of which the request tells more. */
function isPartOf({ status, rawInput: begun }: ToolCall, { rawInput: asked }: ToolCallUpdate): boolean {
  if (status !== 'pending' || !isRecord(asked)) return false;
  return !isRecord(begun) || Object.keys(asked).some((name) => !(name in begun));
}

async function nextPiece(known: KnownCall, turn: Turn): Promise<void> {
  const late = AbortSignal.any([AbortSignal.timeout(PIECES_MS), turn.cancelled]);
  await new Promise<void>((resolve) => {
    known.onNews(resolve, late);
    late.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * A reason cannot travel with the answer: the agent gets a no, its turn is cancelled, and the next prompt says why.
 * Before that, everything else that was asked in this turn is decided, and done if approved; what gives no sign of life
 * for STILL_MS is not waited for.
 */
async function reject(
  { request, turn }: Asking,
  { consent, fields, withdraws }: { consent: Consent; fields: CallFields; withdraws: Opened | undefined },
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  const { reports, attribution, log } = options;
  const rejection = toRejection(consent, fields);
  if (consent.isDecided) attribution.rejects(consent.itemId);
  // Nobody was asked, but the history records it nevertheless.
  if (!consent.isDecided) {
    const toolResponse = { status: 'failed', output: rejection.reason };
    const replaces = withdraws === undefined ? {} : { replaces: withdraws.id };
    reports.put({ ...fields, id: consent.itemId, ...replaces, toolResponse });
    if (withdraws !== undefined) await hearWithdrawn(withdraws, turn, options);
  }
  log(`rejected: ${rejection.title}: ${rejection.reason}`);
  turn.reject(rejection);
  await turn.quiet(STILL_MS);
  // After the answer, so that the agent gets "no" before "stop".
  setImmediate(() => turn.cancel());
  return optionOf(request.options, 'reject_once');
}

/** A person may have decided the question before it was withdrawn: nothing can come of that, and a reason is told. */
async function hearWithdrawn(
  { id, fields }: Opened,
  turn: Turn,
  { consents, reports, attribution }: PermissionOptions,
): Promise<void> {
  await reports.flush();
  const decided = await consents.withdraw(id);
  if (decided === null) return;
  if (decided.isApproved) return reports.reportOutcome(id, { outcome: 'not_executed', toolResponse: changedBefore });
  attribution.rejects(id);
  turn.reject(toRejection(decided, fields));
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
