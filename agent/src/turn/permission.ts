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
import type { Turn } from './turn.ts';
import { verdictOn, type Asking, type Verdict, type VerdictOptions } from './verdict.ts';

/** What is needed to answer a permission request. */
export interface PermissionOptions extends VerdictOptions {
  calls: Calls;
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** What comes of the question that is open about a call. */
const open = new WeakMap<KnownCall, Promise<Verdict>>();

/**
 * Answers an agent's permission request with the person's decision. Only once-options are ever chosen: a rule is for
 * the owner to make, not for the agent to offer. A request that only completes an approved one of the same call is part
 * of it. One that comes while that call is asked about has the answer to that: what it changes is asked instead.
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
  const isBegun = before !== null && isPartOf(before.call, request.toolCall);
  const known = calls.begin(request.toolCall);
  const verdict = await (open.get(known) ?? begin({ request, turn, known, isBegun }, options));
  return verdict === null ? cancelled : optionOf(request.options, verdict);
}

function begin(asking: Asking, options: PermissionOptions): Promise<Verdict> {
  const { known, turn } = asking;
  turn.ask(known);
  const verdict = verdictOn(asking, options).finally(() => open.delete(known));
  open.set(known, verdict);
  return verdict;
}

/** True for a call that its agent has only begun to announce, and of which the request tells more. */
function isPartOf({ status, rawInput: begun }: ToolCall, { rawInput: asked }: ToolCallUpdate): boolean {
  if (status !== 'pending' || !isRecord(asked)) return false;
  return !isRecord(begun) || Object.keys(asked).some((name) => !(name in begun));
}

/** By its kind: ids differ from agent to agent. */
function optionOf(offered: readonly PermissionOption[], kind: PermissionOptionKind): RequestPermissionResponse {
  const option = offered.find((candidate) => candidate.kind === kind);
  return option ? { outcome: { outcome: 'selected', optionId: option.optionId } } : cancelled;
}
