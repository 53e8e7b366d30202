import { throwIfStopped } from '../../consent/throw-if-stopped.ts';
import type { TaskRun } from '../task-run.ts';

const START = {
  kind: 'agent',
  title: 'Starting the agent',
  text: 'The agent is taking a long time to start.',
} as const;

/**
 * Starts the agent, again if it dies on the way; true if it continues its earlier session. Stop ends the start, too.
 * Throws AgentFailed, TaskFailed.
 */
export function openSession(run: TaskRun): Promise<boolean> {
  return run.waits.during(START, () => open(run));
}

async function open({ session, journal, patience, feed, signal }: TaskRun): Promise<boolean> {
  for (;;) {
    // From this last look a Stop must find the start: nothing may be awaited in between.
    while (feed.stopRequested) await throwIfStopped(feed);
    try {
      const isContinued = await session.open(journal.sessionId);
      journal.sessionId = session.id;
      return isContinued;
    } catch (error) {
      signal.throwIfAborted();
      if (!feed.stopRequested) patience.startsAgain(error);
    }
  }
}
