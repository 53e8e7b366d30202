import type { DecisionFeed } from '../../server/decision-feed.ts';
import type { AgentSession } from '../../turn/agent-session.ts';

export interface FreeWaitOptions {
  feed: Pick<DecisionFeed, 'isWaiting' | 'isClosed' | 'onChange'>;
  session: Pick<AgentSession, 'isBusy' | 'onActivity'>;
  /** How long to wait when there is nothing to wait for but a decision. */
  seconds: number;
  /** Saves the task; resolves with whether it is saved. */
  save: () => Promise<boolean>;
  /** Gives up the container; the decision starts another one. */
  giveBack: () => void;
}

/** After so many waits in a row without a sign of life, a call counts as hung and no longer keeps the container. */
const SILENCES = 6;

/**
 * Gives up the container when for a while there was nothing to wait for but a decision. Whatever the agent does or the
 * person sends starts the wait over; an agent at work, and work that is saved nowhere else, keep the container.
 */
export function startFreeWait({ feed, session, seconds, save, giveBack }: FreeWaitOptions): void {
  let timer: NodeJS.Timeout | null = null;
  let silences = 0;

  const startOver = () => {
    if (timer !== null) clearTimeout(timer);
    timer = feed.isWaiting && !feed.isClosed ? setTimeout(() => void look(), seconds * 1000) : null;
  };
  const look = async () => {
    const waited = timer;
    const mustStay = await isNeeded().catch(() => true);
    // Something happened meanwhile, and the wait has started over.
    if (timer !== waited || feed.isClosed) return;
    if (mustStay) startOver();
    else if (feed.isWaiting) giveBack();
  };
  const isNeeded = async () => {
    if (session.isBusy && (silences += 1) < SILENCES) return true;
    return !(await save());
  };

  feed.onChange(startOver);
  session.onActivity(() => {
    silences = 0;
    startOver();
  });
}
