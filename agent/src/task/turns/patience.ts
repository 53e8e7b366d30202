import type { Rejection } from '../../consent/rejection.ts';
import { AgentFailed, TaskFailed } from '../../lib/failures.ts';
import type { Log } from '../../server/log.ts';

/** How often an agent is helped on that stops by itself; one that does nothing meanwhile is given up. */
export interface Patience {
  /** Counts that it has died and is started again; throws the failure if it is not the agent's, or one too many. */
  startsAgain(error: unknown): void;
  /**
   * Counts that it has stopped at a limit, or that its model has said `nothing`, and is prompted to go on. Throws TaskFailed
   * where that is one too many. Returns how many milliseconds to wait before that: where its provider has failed
   * within the reply, the longer the more often it has, in a row.
   */
  goesOn(nothing: boolean, hasFailed?: boolean): number;
  /**
   * Counts a turn that ended with these rejections, where nobody was asked about any of them: it costs as much as another
   * turn, and no person sees it. Throws TaskFailed where that is one too many in a row.
   */
  isRejected(rejections: readonly Rejection[]): void;
  /**
   * Counts a question that was refused without asking anybody while its turn goes on; null: a person has decided one.
   * Returns why the task fails where that is one too many in a row.
   */
  isRefused(refused: Refused | null): string | null;
  /**
   * Counts a step that nobody was asked about and that has failed, as what the agent's settings deny it; null: one has
   * succeeded. Returns why the task fails where that is one too many in a row.
   */
  fails(title: string | null): string | null;
  /** Its model has said something: an empty reply after that is the first in a row. */
  speaks(): void;
  /** An approved step was done: counting starts over. */
  progress(): void;
}

type Refused = Pick<Rejection, 'title' | 'reason'>;

const RESTARTS = 2;
const PROMPTS = 20;
/**
 * Turns in a row that came to nothing. What the model is asked next is the same but for a sentence, at the price of the
 * whole conversation: a fault that passes has passed by then.
 */
const EMPTY = 5;
/** Turns in a row in which all that was tried was refused without asking: the sentence of a refusal says what to do instead. */
const REFUSED = 10;
/** Steps in a row that failed unasked. More than of what is refused: to look for something may fail often before it is found. */
const FAILED = 50;

/** Milliseconds before a model is asked again whose provider has failed: the first wait, and twice as long each time. */
const FIRST_WAIT_MS = 1_000;

/** `longestWaitMs`: the longest wait before a model is asked again whose provider has failed. */
export function createPatience(log: Log, longestWaitMs: number): Patience {
  let restarts = 0;
  let prompts = 0;
  let empty = 0;
  let refused = 0;
  /** The same within the turn that is going on. */
  let refusedInTurn = 0;
  let failed = 0;
  let waitMs = FIRST_WAIT_MS;
  return {
    startsAgain(error) {
      if (!(error instanceof AgentFailed) || restarts === RESTARTS) throw error;
      restarts += 1;
      log(`${error.message}; it is started again`);
    },
    goesOn(nothing, hasFailed = false) {
      empty = nothing ? empty + 1 : 0;
      if (empty > EMPTY)
        throw new TaskFailed(
          `The agent's model has given ${empty} empty replies, one after the other. Reopen the task to continue.`,
        );
      if (prompts === PROMPTS)
        throw new TaskFailed('The agent keeps reaching its limits. Reopen the task to continue.');
      prompts += 1;
      const wait = hasFailed ? Math.min(waitMs, longestWaitMs) : 0;
      waitMs = hasFailed ? waitMs * 2 : FIRST_WAIT_MS;
      return wait;
    },
    isRejected(rejections) {
      refused = rejections.some(({ isDecided }) => isDecided) ? 0 : refused + 1;
      const last = rejections.at(-1);
      if (refused <= REFUSED || last === undefined) return;
      throw new TaskFailed(wordsFor(`in ${refused} turns in a row`, last));
    },
    isRefused(last) {
      refusedInTurn = last === null ? 0 : refusedInTurn + 1;
      if (refusedInTurn <= REFUSED || last === null) return null;
      return wordsFor(`${refusedInTurn} times in a row`, last);
    },
    fails(title) {
      failed = title === null ? 0 : failed + 1;
      if (failed <= FAILED || title === null) return null;
      return `${failed} steps of the agent have failed in a row, and nobody was asked about any of them. Last: ${title}. Reopen the task to continue.`;
    },
    speaks() {
      empty = 0;
      refused = 0;
      refusedInTurn = 0;
      failed = 0;
    },
    progress() {
      restarts = 0;
      prompts = 0;
      empty = 0;
      refused = 0;
      refusedInTurn = 0;
      failed = 0;
      waitMs = FIRST_WAIT_MS;
    },
  };
}

const wordsFor = (often: string, { title, reason }: Refused) =>
  `The agent has tried only what is refused without asking anybody, ${often}. Last: ${title}: ${reason} Reopen the task to continue.`;
