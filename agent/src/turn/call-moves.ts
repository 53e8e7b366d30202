import type { ToolCall } from '@agentclientprotocol/sdk';

/**
 * How far a tool call of the agent has come:
 * - `heard`: the agent has named it, and no request about it has come
 * - `asked`: a person is asked about it, or was asked and did not allow it
 * - `released`: it was approved, and the agent has the answer
 * - `ended`: the agent says that it is over; what it made is being compared with what was approved
 * - `finished`: it is over
 * - `diverged`: what was done, or is about to be done, is not what was approved
 */
export type CallStage = 'heard' | 'asked' | 'released' | 'ended' | 'finished' | 'diverged';

/** Every legal move of a call. No other file changes a call's stage; whatever an agent sends must be one of these. */
export const callMoves: Readonly<Record<CallStage, readonly CallStage[]>> = {
  // Reading a file, for instance, needs no consent.
  heard: ['asked', 'finished'],
  // A call that was not allowed may be asked about again. A rejected call ends without having run.
  asked: ['asked', 'released', 'finished', 'diverged'],
  // A further request about it becomes a call of its own, since the outcome of this approval is still to be reported.
  released: ['ended', 'diverged'],
  ended: ['finished', 'diverged'],
  // An agent may report an end before it has its answer; an approval that comes then is compared nevertheless,
  finished: ['diverged'],
  // and so is each further one.
  diverged: ['diverged'],
};

/** A call was to make a move that its stage does not allow: a mistake of this program, not of the agent. */
export class IllegalCallMove extends Error {
  override name = 'IllegalCallMove';
}

/** What is known of a call from the first message that names it. */
export interface FirstWords {
  toolCallId: string;
  itemId: string;
  parentId: string | null;
  call: ToolCall;
}

/** A tool call of the agent, as far as it is known. Moves that are not in the table throw IllegalCallMove. */
export interface KnownCall extends Readonly<FirstWords> {
  /** The item that stands for it; an earlier run's item if that asked the same. */
  itemId: string;
  call: ToolCall;
  readonly stage: CallStage;
  /** True from the first request about it, whatever came of that. */
  readonly wasAsked: boolean;
  /** True when nothing more is expected of it: its id may be used for another call. */
  readonly isOver: boolean;
  /** Calls the listener at each further message about it, until the signal is aborted. */
  onNews(listener: () => void, signal: AbortSignal): void;
  /** A further message about it has come. */
  news(): void;
  /** A request about it has come. */
  ask(): void;
  /** It was approved and the agent has the answer. */
  release(): void;
  /** The agent says that it is over. What it did is still to be compared with what was approved. */
  end(): void;
  /** What it made is what was approved. */
  finish(): void;
  diverge(): void;
}

const over: ReadonlySet<CallStage> = new Set(['ended', 'finished', 'diverged']);

/** A call that has just been named for the first time. */
export function createCall(first: FirstWords): KnownCall {
  let stage: CallStage = 'heard';
  let wasAsked = false;
  const listeners = new Set<() => void>();
  const move = (to: CallStage) => {
    if (!callMoves[stage].includes(to)) {
      throw new IllegalCallMove(`The call ${first.toolCallId} cannot become "${to}": it is "${stage}"`);
    }
    stage = to;
  };
  return {
    ...first,
    get stage() {
      return stage;
    },
    get wasAsked() {
      return wasAsked;
    },
    get isOver() {
      return over.has(stage);
    },
    onNews(listener, signal) {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener), { once: true });
    },
    news() {
      for (const listener of [...listeners]) listener();
    },
    ask() {
      move('asked');
      wasAsked = true;
    },
    release: () => move('released'),
    end: () => move(stage === 'released' ? 'ended' : 'finished'),
    finish: () => move('finished'),
    diverge: () => move('diverged'),
  };
}
