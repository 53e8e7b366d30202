import type { DecisionFeed } from '../../server/decision-feed.ts';
import type { ModelWatch } from '../../model/trouble/model-watch.ts';
import type { AgentSession } from '../../turn/agent-session.ts';

/** Used if the server does not set them. */
export const SILENT_SECONDS = 120;
export const SILENT_LIMIT_SECONDS = 30 * 60;

/** An agent that says nothing. */
export interface Silence {
  kind: 'silent';
  /** What it waits for, as far as that can be seen. */
  cause: 'command' | 'model' | null;
  text: string;
  forSeconds: number;
}

export interface WatchdogOptions {
  session: Pick<AgentSession, 'isPrompted' | 'runsApproved' | 'onActivity'>;
  feed: Pick<DecisionFeed, 'isWaiting' | 'isClosed' | 'onChange'>;
  model: Pick<ModelWatch, 'isAsked' | 'trouble' | 'onChange'>;
  /** After how long without a word this is reported, and after how long the agent is ended. */
  silentSeconds: number;
  limitSeconds: number;
  /** The first of these, while the agent waits for its model. */
  modelSeconds: number;
  /** Called with null when the agent speaks again. */
  onSilent(silence: Silence | null): void;
  /** Called when the agent is to be ended, with a sentence for the person. */
  onLimit(reason: string): void;
}

/**
 * Watches an agent that has been prompted. Its silence is reported; after a longer time it is ended, but not while an
 * approved command runs or the model is asked: these may take their time. Time in which the person has something to
 * decide does not count. A call of the model that fails is no sign of life; how long that may last is `tellOfTrouble`'s.
 */
export function startWatchdog(options: WatchdogOptions): { stop(): void } {
  const { session, feed, model, silentSeconds, modelSeconds, limitSeconds } = options;
  let timer: NodeJS.Timeout | undefined;
  let heardAt = Date.now();
  let isSilent = false;
  let isOver = false;

  const isExpected = () => !isOver && session.isPrompted && !feed.isWaiting && !feed.isClosed;
  const secondsSilent = () => (Date.now() - heardAt) / 1000;
  const isInTrouble = () => model.trouble !== null;
  const cause = () => (session.runsApproved ? 'command' : model.isAsked && !isInTrouble() ? 'model' : null);
  const startOver = () => {
    heardAt = Date.now();
    if (isSilent) options.onSilent(null);
    isSilent = false;
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    if (!isExpected()) return;
    const next = isSilent ? limitSeconds : cause() === 'model' ? modelSeconds : silentSeconds;
    // A limit that has passed already, because something was at work, is checked again after a while.
    const seconds = Math.max(next - secondsSilent(), isSilent ? silentSeconds / 4 : 0);
    timer = setTimeout(look, seconds * 1000);
    timer.unref();
  };
  const look = () => {
    if (!isExpected()) return;
    if (!isSilent) {
      isSilent = true;
      options.onSilent({
        kind: 'silent',
        cause: cause(),
        text: words[cause() ?? 'nothing'],
        forSeconds: Math.round(secondsSilent()),
      });
    } else if (secondsSilent() >= limitSeconds && !session.runsApproved && !model.isAsked && !isInTrouble()) {
      return options.onLimit(
        `The agent had said nothing for ${minutes(limitSeconds)} and was stopped. Reopen the task to continue.`,
      );
    }
    wait();
  };

  session.onActivity(startOver);
  feed.onChange(startOver);
  const forget = model.onChange(() => (isInTrouble() ? wait() : startOver()));
  return {
    stop() {
      isOver = true;
      forget();
      clearTimeout(timer);
    },
  };
}

const words = {
  command: 'The agent is silent. An approved command is still running.',
  model: 'The agent is silent. It is waiting for its model’s complete answer.',
  nothing: 'The agent is silent, and nothing that it was allowed to do is running. Stop ends its work.',
};

function minutes(seconds: number): string {
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
}
