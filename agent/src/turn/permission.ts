import { isDeepStrictEqual } from 'node:util';
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';
import type { KnownCall } from './call-moves.ts';
import type { Calls } from './calls.ts';
import { describeCall } from './shown/describe-call.ts';
import { mergeCall, placesWrittenBy } from './tool-call.ts';
import type { Turn } from './turn.ts';
import { verdictOn, type Asking, type Decided, type Verdict, type VerdictOptions } from './verdict.ts';

/** What is needed to answer a permission request. */
export interface PermissionOptions extends VerdictOptions {
  calls: Calls;
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** What comes of the question that is open about a call. */
const open = new WeakMap<KnownCall, Promise<Decided>>();

/**
 * Answers an agent's permission request with the person's decision. Only once-options are ever chosen: a rule is for
 * the owner to make, not for the agent to offer. A request that only completes an approved one of the same call is part
 * of it. One that comes while that call is asked about has the answer to that if it asks for exactly the same; for
 * anything else, the person is asked when that is decided. What was approved before goes on meanwhile: some agents end
 * their call only when they have all answers.
 */
export async function answerPermission(
  request: RequestPermissionRequest,
  turn: Turn,
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  if (turn.cancelled.aborted) return cancelled;
  const { calls, divergences, log } = options;
  const before = calls.known(request.toolCall.toolCallId);
  if (before !== null && divergences.completes(before, request.toolCall)) {
    log(`approved with the same call: ${before.call.title}`);
    return optionOf(request.options, 'allow_once');
  }
  const former = before === null ? undefined : open.get(before);
  if (before !== null && former !== undefined) {
    const verdict = await joined(mergeCall(before.call, request.toolCall), former, options);
    return verdict === 'other' ? answerPermission(request, turn, options) : answerWith(verdict, request);
  }
  const isBegun = before !== null && isPartOf(before.call, request.toolCall);
  const isFurther = before?.stage === 'released';
  const known = isFurther ? calls.further(before, request.toolCall) : calls.begin(request.toolCall);
  return answerWith((await begin({ request, turn, known, isBegun }, options)).verdict, request);
}

function begin(asking: Asking, options: PermissionOptions): Promise<Decided> {
  const { known, turn } = asking;
  turn.ask(known);
  const decided = verdictOn(asking, options).finally(() => open.delete(known));
  open.set(known, decided);
  return decided;
}

/**
 * The verdict on the open question as one on another request about its call; `other` where what was approved is not
 * exactly what a person would be shown of that request. Until then the call does not change by it: nobody may be shown
 * one request and answer both. A no holds for both, as it ends the turn.
 */
async function joined(
  told: ToolCall,
  former: Promise<Decided>,
  { workspace }: PermissionOptions,
): Promise<Verdict | 'other'> {
  // As the files are now: what is approved may change them. What cannot be described is not the same.
  const description = describeCall(told, workspace).catch(() => null);
  const { verdict, asked, fields } = await former;
  if (verdict !== 'allow_once') return verdict;
  const isSame = isDeepStrictEqual([await description, placesWrittenBy(told)], [fields, placesWrittenBy(asked)]);
  return isSame ? verdict : 'other';
}

/** True for a call that its agent has only begun to announce, and of which the request tells more. */
function isPartOf({ status, rawInput: begun }: ToolCall, { rawInput: asked }: ToolCallUpdate): boolean {
  if (status !== 'pending' || !isRecord(asked)) return false;
  return !isRecord(begun) || Object.keys(asked).some((name) => !(name in begun));
}

function answerWith(verdict: Verdict, { options }: RequestPermissionRequest): RequestPermissionResponse {
  return verdict === null ? cancelled : optionOf(options, verdict);
}

/** By its kind: ids differ from agent to agent. */
function optionOf(offered: readonly PermissionOption[], kind: PermissionOptionKind): RequestPermissionResponse {
  const option = offered.find((candidate) => candidate.kind === kind);
  return option ? { outcome: { outcome: 'selected', optionId: option.optionId } } : cancelled;
}
