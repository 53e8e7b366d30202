import { unlessAborted } from '../../lib/lifetime.ts';
import type { DecisionFeed } from '../../server/decision-feed.ts';

/**
 * Waits before an agent is prompted again whose model's provider has failed. Stop, or a message, ends the wait. Rejects with
 * the signal's reason when it aborts.
 */
export async function waitOut(
  ms: number,
  { feed, signal }: { feed: Pick<DecisionFeed, 'stopRequested' | 'messages' | 'onChange'>; signal: AbortSignal },
): Promise<void> {
  const hasNews = () => feed.stopRequested || feed.messages.unsaid.length > 0;
  if (ms === 0 || hasNews()) return;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    feed.onChange(() => hasNews() && resolve());
  });
  try {
    await unlessAborted(over, signal);
  } finally {
    clearTimeout(timer);
  }
}
