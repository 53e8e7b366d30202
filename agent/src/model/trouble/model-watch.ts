import type { ReplyEnd } from '../reply/reply-end.ts';
import {
  troubleOf,
  troubleOfNothing,
  type ModelFailure,
  type ModelTrouble,
  type WatchedModel,
} from './model-trouble.ts';

/** What its proxy sees of the model: whether it is being asked, and whether it answers. */
export interface ModelWatch {
  /** True while a call is under way. */
  readonly isAsked: boolean;
  /** True while a reply is under way that has reported no error, even if only its beginning was announced. */
  readonly isAnnounced: boolean;
  /** What has kept the agent from its model since the last reply; null for nothing. */
  readonly trouble: ModelTrouble | null;
  /** The last reply of this turn that belongs to the agent's work; null for none. */
  readonly lastReply: LastReply | null;
  /** Calls the listener when a call begins or ends and when trouble comes or goes, until the result is called. */
  onChange(listener: () => void): () => void;
  /** Watches this model from now on; what is known of another one no longer counts. */
  turnTo(endpoint: WatchedModel): void;
  /** A task begins: an earlier task's trouble is not its own. */
  startOver(): void;
  /** The agent is prompted: replies to an earlier prompt say nothing about the answer to this one. */
  turnBegins(): void;
}

export interface LastReply {
  end: ReplyEnd;
  /** No earlier reply of the turn was finished: the agent has not got beyond the prompt. */
  isFirst: boolean;
  /** The provider has said in its place, or in the middle of it, that it failed. */
  brokeOff?: boolean;
}

/** What the proxy reports. */
export interface ModelReports {
  /** A call begins; call the returned function at its end. */
  asks(): () => void;
  /** A reply is on its way. Call the returned function at its end, or when it reports an error. */
  announces(): () => void;
  /** The model has begun to answer: with something other than an error, or the news that it will. */
  answers(): void;
  /**
   * A reply to a request that offered tools has ended; `end` is null if it does not say how. Requests for titles,
   * summaries and the like offer no tools; the model's name does not distinguish them, because agents ask for an alias
   * or for another model. `speaks`: there was a word or a call in it, as far as it could be read. `hasFailed`: its
   * provider has said in it that it failed.
   */
  ends(end: ReplyEnd | null, speaks?: boolean, hasFailed?: boolean): void;
  /** A call of this model failed; null if the model is not known. */
  fails(failure: ModelFailure, model: string | null): void;
}

/**
 * Agents take some replies without a word for a reason to ask again at once, for ever. More than the runner itself
 * prompts them to go on after such replies.
 */
const NOTHING_MAX = 30;

/** Watches one model at a time. Calls of others, such as for titles, count until that one has answered once. */
export function createModelWatch(first: WatchedModel = { model: '' }): ModelWatch & ModelReports {
  let model = first;
  const listeners = new Set<() => void>();
  let underWay = 0;
  let announced = 0;
  let hasAnswered = false;
  let trouble: ModelTrouble | null = null;
  let lastReply: LastReply | null = null;
  /** Replies in a row in which nothing was. */
  let nothings = 0;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get isAsked() {
      return underWay > 0;
    },
    get isAnnounced() {
      return announced > 0;
    },
    get trouble() {
      return trouble;
    },
    get lastReply() {
      return lastReply;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    turnTo(endpoint) {
      model = endpoint;
      hasAnswered = false;
      trouble = null;
      nothings = 0;
      changed();
    },
    startOver() {
      trouble = null;
      nothings = 0;
      changed();
    },
    turnBegins: () => void (lastReply = null),
    asks() {
      let isOver = false;
      underWay += 1;
      changed();
      return () => {
        if (isOver) return;
        isOver = true;
        underWay -= 1;
        changed();
      };
    },
    announces() {
      let isOver = false;
      announced += 1;
      return () => {
        if (!isOver) announced -= 1;
        isOver = true;
      };
    },
    answers() {
      hasAnswered = true;
      // That a reply begins is no news after many in which nothing was.
      if (nothings < NOTHING_MAX) trouble = null;
      changed();
    },
    ends(end, speaks = true, hasFailed = false) {
      // What cannot be read counts as finished: nothing says otherwise.
      const isFirst = lastReply === null || (lastReply.isFirst && lastReply.end !== 'finished');
      lastReply = { end: end ?? 'finished', isFirst, ...(hasFailed && { brokeOff: true }) };
      const wasNothing = nothings >= NOTHING_MAX;
      nothings = !speaks && (end === 'cut' || end === 'empty') ? nothings + 1 : 0;
      const isNothing = nothings >= NOTHING_MAX;
      if (isNothing === wasNothing) return;
      // What its provider says in their place says more.
      if (isNothing && trouble !== null) return;
      trouble = isNothing ? troubleOfNothing(nothings, model) : null;
      changed();
    },
    fails(failure, asked) {
      if (hasAnswered && asked !== null && asked !== model.model) return;
      // After it, another call has failed: the agent has not got beyond that one.
      if (lastReply !== null && failure.isInReply !== true) lastReply.brokeOff = false;
      const found = troubleOf(failure, model);
      if (found === null) return;
      // The same trouble again is no news.
      if (trouble?.kind !== found.kind) trouble = found;
      changed();
    },
  };
}
