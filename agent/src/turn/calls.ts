import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { ClaimedTask } from '@countersign/contract/agent';
import { stepId } from '../lib/step-id.ts';
import { createCall, type KnownCall } from './call-moves.ts';
import { mergeCall, parentCallOf } from './tool-call.ts';

/** The tool calls of one task, over all its turns, by the ids that the agent gives them. */
export interface Calls {
  /** The call that a message of the agent is about, with what the message adds to it. */
  hear(update: ToolCallUpdate): KnownCall;
  /**
   * The same for one that the agent begins, or requests a permission for, be it under the id of a call that is over, or that an earlier turn
   * has left without an end: some count anew in each reply.
   */
  begin(update: ToolCallUpdate): KnownCall;
  /** The call by that id as it is known by now; null for one that is new, over, or left. */
  known(toolCallId: string): KnownCall | null;
  /** True for the id of a call that is over. */
  isOver(toolCallId: string): boolean;
  /** True for the id of a call that an earlier turn has left without an end, and of which this turn has not heard. */
  isLeft(toolCallId: string): boolean;
  /** An agent is started: it knows nothing of the former one's calls, and may use their ids for its own. */
  agentStarts(): void;
  turnBegins(): void;
  turnEnds(): void;
  /** True while a call of the turn in hand runs without waiting for a person. */
  isBusy(): boolean;
  /** True while one of them runs that was approved. */
  runsApproved(): boolean;
}

/** No calls yet; `onStep` is called with each that is new. */
export function createCalls(
  task: Pick<ClaimedTask, 'id' | 'epoch'>,
  onStep: (call: KnownCall) => void = () => undefined,
): Calls {
  const calls = new Map<string, KnownCall>();
  /** How often an id was begun anew. */
  const rounds = new Map<string, number>();
  /** How many agents were started in this run of the task. */
  let starts = 0;
  /** A call whose end is never reported runs no longer than its turn, though its result may still come. */
  let ofThisTurn: Set<KnownCall> | null = null;

  /** An agent's ids tell its calls apart, and nothing else: another agent, or another run of the task, has the same ones. */
  const itemIdOf = (toolCallId: string) => {
    const round = rounds.get(toolCallId) ?? 0;
    return stepId(task.id, 'call', ...[task.epoch, starts].map(String), toolCallId, String(round));
  };

  const know = (update: ToolCallUpdate): KnownCall => {
    const call = mergeCall(null, update);
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

  const hear = (update: ToolCallUpdate): KnownCall => {
    let known = calls.get(update.toolCallId);
    if (known === undefined) {
      known = know(update);
    } else {
      known.call = mergeCall(known.call, update);
      known.news();
    }
    ofThisTurn?.add(known);
    return known;
  };

  const isOver = (toolCallId: string) => calls.get(toolCallId)?.isOver === true;
  const isLeft = (toolCallId: string) => {
    const known = calls.get(toolCallId);
    return known !== undefined && !known.isOver && ofThisTurn?.has(known) === false;
  };

  return {
    hear,
    begin(update) {
      const { toolCallId } = update;
      // It means another call, which is asked for, compared, and comes to its end, by itself.
      if (isOver(toolCallId) || isLeft(toolCallId)) {
        rounds.set(toolCallId, (rounds.get(toolCallId) ?? 0) + 1);
        calls.delete(toolCallId);
      }
      return hear(update);
    },
    known: (toolCallId) => (isOver(toolCallId) || isLeft(toolCallId) ? null : (calls.get(toolCallId) ?? null)),
    isOver,
    isLeft,
    agentStarts() {
      starts += 1;
      calls.clear();
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
