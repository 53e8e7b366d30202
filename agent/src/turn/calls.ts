import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { stepId } from '../lib/step-id.ts';
import { createCall, type KnownCall } from './call-moves.ts';
import { mergeCall, parentCallOf } from './tool-call.ts';

/** The tool calls of one task, over all its turns, by the ids that the agent gives them. */
export interface Calls {
  /** The call that a message of the agent is about, with what the message adds to it. */
  hear(update: ToolCallUpdate): KnownCall;
  /** The same for one that the agent begins, be it under the id of a call that is over: some count anew in each reply. */
  begin(update: ToolCallUpdate): KnownCall;
  /** The call by that id as it is known by now; null for one that is new, or over. */
  known(toolCallId: string): KnownCall | null;
  /** True for the id of a call that is over. */
  isOver(toolCallId: string): boolean;
  turnBegins(): void;
  turnEnds(): void;
  /** True while a call of the turn in hand runs without waiting for a person. */
  isBusy(): boolean;
  /** True while one of them runs that was approved. */
  runsApproved(): boolean;
}

/** No calls yet; `onStep` is called with each that is new. */
export function createCalls(taskId: string, onStep: (call: KnownCall) => void = () => undefined): Calls {
  const calls = new Map<string, KnownCall>();
  /** How often an id was begun anew. */
  const rounds = new Map<string, number>();
  /** A call whose end is never reported runs no longer than its turn, though its result may still come. */
  let ofThisTurn: Set<KnownCall> | null = null;

  const know = (update: ToolCallUpdate): KnownCall => {
    const known = calls.get(update.toolCallId);
    // A request under the id of a call that is over means another call, which is compared, and comes to its end, by itself.
    if (known !== undefined && !known.isOver) {
      known.call = mergeCall(known.call, update);
      known.news();
      return known;
    }
    const call = mergeCall(null, update);
    const parent = parentCallOf(call);
    const fresh = createCall({
      toolCallId: update.toolCallId,
      itemId: stepId(taskId, 'call', update.toolCallId, ...roundOf(update.toolCallId)),
      parentId: (parent !== null && calls.get(parent)?.itemId) || null,
      call,
    });
    calls.set(update.toolCallId, fresh);
    onStep(fresh);
    return fresh;
  };

  const roundOf = (id: string) => {
    const round = rounds.get(id);
    return round === undefined ? [] : [String(round)];
  };

  const hear = (update: ToolCallUpdate): KnownCall => {
    const known = know(update);
    ofThisTurn?.add(known);
    return known;
  };

  return {
    hear,
    begin(update) {
      const { toolCallId } = update;
      if (calls.get(toolCallId)?.isOver) rounds.set(toolCallId, (rounds.get(toolCallId) ?? 0) + 1);
      return hear(update);
    },
    known(toolCallId) {
      const known = calls.get(toolCallId);
      return known === undefined || known.isOver ? null : known;
    },
    isOver: (toolCallId) => calls.get(toolCallId)?.isOver === true,
    turnBegins: () => void (ofThisTurn = new Set()),
    turnEnds: () => void (ofThisTurn = null),
    isBusy: () => [...(ofThisTurn ?? [])].some(isAtWork),
    runsApproved: () => [...(ofThisTurn ?? [])].some(({ stage }) => stage === 'released' || stage === 'ended'),
  };
}

function isAtWork({ stage, call }: KnownCall): boolean {
  return stage === 'released' || (stage === 'heard' && call.status === 'in_progress');
}
