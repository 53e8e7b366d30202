import { troubleOf, type ModelFailure, type ModelTrouble, type WatchedModel } from './model-trouble.ts';

/** What can be seen of the model by its proxy: whether it is being asked, and whether it answers. */
export interface ModelWatch {
  /** True while a call is under way. */
  readonly isAsked: boolean;
  /** What keeps the agent from its model since the last reply; null for nothing. */
  readonly trouble: ModelTrouble | null;
  /** The listener is called when a call begins or ends, and when trouble comes or goes, until the function that is returned is called. */
  onChange(listener: () => void): () => void;
  /** From now on this model is watched; what is known of another one counts no more. */
  turnTo(endpoint: WatchedModel): void;
  /** A task begins: the trouble that an earlier one had is not its own. */
  startOver(): void;
}

/** What the proxy tells it. */
export interface ModelReports {
  /** A call begins; the function that is returned is called at its end. */
  asks(): () => void;
  /** The model has begun a reply. */
  answers(): void;
  /** A call about this model came to nothing; null where it is not known which. */
  fails(failure: ModelFailure, model: string | null): void;
}

/** Watches one model at a time. Calls of others, for titles for instance, count as long as that one has never answered. */
export function createModelWatch(first: WatchedModel = { model: '' }): ModelWatch & ModelReports {
  let model = first;
  const listeners = new Set<() => void>();
  let underWay = 0;
  let hasAnswered = false;
  let trouble: ModelTrouble | null = null;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get isAsked() {
      return underWay > 0;
    },
    get trouble() {
      return trouble;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    turnTo(endpoint) {
      model = endpoint;
      hasAnswered = false;
      trouble = null;
      changed();
    },
    startOver() {
      trouble = null;
      changed();
    },
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
    answers() {
      hasAnswered = true;
      trouble = null;
      changed();
    },
    fails(failure, asked) {
      if (hasAnswered && asked !== null && asked !== model.model) return;
      const found = troubleOf(failure, model);
      if (found === null) return;
      // The same trouble once more is no news.
      if (trouble?.kind !== found.kind) trouble = found;
      changed();
    },
  };
}
