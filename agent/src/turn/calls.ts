import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { ClaimedTask } from '@countersign/contract/agent';
import { stepId } from '../lib/step-id.ts';
import { createCall, type KnownCall } from './call-moves.ts';
import { mergeCall, parentCallOf, withoutOutput } from './tool-call.ts';

/** The tool calls of one task, over all its turns, by the ids that the agent gives them. */
export interface Calls {
  /** The call that a message of the agent is about, with what the message adds to it. */
  hear(update: ToolCallUpdate): KnownCall;
  /**
   * The same for a call that the agent begins or requests permission for, even under the id of a call that is over or
   * that an earlier turn left unfinished: some agents count from the start again in each reply.
   */
  begin(update: ToolCallUpdate): KnownCall;
  /**
   * The same for a further request about an approved call that has not ended: it is asked about on its own, with what is
   * known of the call so far, without its output. The approved one stays approved, and its end is still to come.
   */
  further(approved: KnownCall, update: ToolCallUpdate): KnownCall;
  /**
   * What was approved under that id and has not ended, the first approved first, if further requests about it have come;
   * else nothing.
   */
  parts(toolCallId: string): readonly KnownCall[];
  /** Adds what a message says to what is known of a call. */
  take(known: KnownCall, update: ToolCallUpdate): void;
  /** The call with that id as known now; null for one that is new, over, or left unfinished. */
  known(toolCallId: string): KnownCall | null;
  /** True for the id of a call that is over. */
  isOver(toolCallId: string): boolean;
  /** True for the id of a call that an earlier turn left unfinished, and that this turn has not named. */
  isLeft(toolCallId: string): boolean;
  /** An agent is started: it does not know the former one's calls, and may reuse their ids. */
  agentStarts(): void;
  turnBegins(): void;
  turnEnds(): void;
  /** True while a call of the current turn runs without waiting for a person. */
  isBusy(): boolean;
  /** True while an approved one of them runs. */
  runsApproved(): boolean;
}

/** No calls yet; `onStep` is called with each new one, `mask` removes secrets from what they print. */
export function createCalls(
  task: Pick<ClaimedTask, 'id' | 'epoch'>,
  onStep: (call: KnownCall) => void = () => undefined,
  mask: (text: string) => string = (text) => text,
): Calls {
  const calls = new Map<string, KnownCall>();
  /** Those about which further requests have come, by their ids. */
  const approvedBefore = new Map<string, readonly KnownCall[]>();
  /** How often an id was begun again. */
  const rounds = new Map<string, number>();
  /** How many agents were started in this run of the task. */
  let starts = 0;
  /** A call whose end is never reported counts as running only during its turn, though its result may still come. */
  let ofThisTurn: Set<KnownCall> | null = null;

  /** An agent's ids tell only its own calls apart: another agent, or another run of the task, uses the same ones. */
  const itemIdOf = (toolCallId: string) => {
    const round = rounds.get(toolCallId) ?? 0;
    return stepId(task.id, 'call', ...[task.epoch, starts].map(String), toolCallId, String(round));
  };

  const know = (update: ToolCallUpdate, soFar: ToolCall | null = null): KnownCall => {
    const call = mergeCall(soFar, update, mask);
    const parent = parentCallOf(call);
    const fresh = createCall({
      toolCallId: update.toolCallId,
      itemId: itemIdOf(update.toolCallId),
      parentId: (parent !== null && calls.get(parent)?.itemId) || null,
      call,
    });
    calls.set(update.toolCallId, fresh);
    onStep(fresh);
    return fresh;
  };

  const take = (known: KnownCall, update: ToolCallUpdate) => void (known.call = mergeCall(known.call, update, mask));

  const hear = (update: ToolCallUpdate): KnownCall => {
    let known = calls.get(update.toolCallId);
    if (known === undefined) {
      known = know(update);
    } else {
      take(known, update);
      known.news();
    }
    ofThisTurn?.add(known);
    return known;
  };

  /** From now on the id means another call. */
  const beginAgain = (toolCallId: string) => {
    rounds.set(toolCallId, (rounds.get(toolCallId) ?? 0) + 1);
    calls.delete(toolCallId);
  };
  const former = (toolCallId: string) =>
    (approvedBefore.get(toolCallId) ?? []).filter(({ stage }) => stage === 'released');
  const isOver = (toolCallId: string) => calls.get(toolCallId)?.isOver === true;
  const isLeft = (toolCallId: string) => {
    const known = calls.get(toolCallId);
    return known !== undefined && !known.isOver && ofThisTurn?.has(known) === false;
  };

  return {
    hear,
    take,
    begin(update) {
      const { toolCallId } = update;
      // It means another call, which is asked about, compared and ended on its own.
      if (isLeft(toolCallId)) approvedBefore.delete(toolCallId);
      if (isOver(toolCallId) || isLeft(toolCallId)) beginAgain(toolCallId);
      return hear(update);
    },
    further(approved, update) {
      const { toolCallId } = update;
      approvedBefore.set(toolCallId, [...former(toolCallId), approved]);
      beginAgain(toolCallId);
      const fresh = know(update, withoutOutput(approved.call));
      ofThisTurn?.add(fresh);
      return fresh;
    },
    parts(toolCallId) {
      const current = calls.get(toolCallId);
      const before = former(toolCallId);
      return before.length > 0 && current?.stage === 'released' ? [...before, current] : before;
    },
    known: (toolCallId) => (isOver(toolCallId) || isLeft(toolCallId) ? null : (calls.get(toolCallId) ?? null)),
    isOver,
    isLeft,
    agentStarts() {
      starts += 1;
      calls.clear();
      approvedBefore.clear();
      rounds.clear();
    },
    turnBegins: () => void (ofThisTurn = new Set()),
    turnEnds: () => void (ofThisTurn = null),
    isBusy: () => [...(ofThisTurn ?? [])].some(isAtWork),
    runsApproved: () => [...(ofThisTurn ?? [])].some(({ stage }) => stage === 'released' || stage === 'ended'),
  };
}

function isAtWork({ stage, call }: KnownCall): boolean {
  return stage === 'released' || (stage === 'heard' && call.status === 'in_progress');
}
