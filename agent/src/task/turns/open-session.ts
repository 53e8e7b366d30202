import type { TaskRun } from '../task-run.ts';

const START = {
  kind: 'agent',
  title: 'Starting the agent',
  text: 'The agent is taking a long time to start.',
} as const;

/** Starts the agent, again if it dies on the way; true if it continues its earlier session. Throws AgentFailed. */
export function openSession(run: TaskRun): Promise<boolean> {
  return run.waits.during(START, () => open(run));
}

async function open({ session, journal, patience, signal }: TaskRun): Promise<boolean> {
  for (;;) {
    try {
      const isContinued = await session.open(journal.sessionId);
      journal.sessionId = session.id;
      return isContinued;
    } catch (error) {
      signal.throwIfAborted();
      patience.startsAgain(error);
    }
  }
}
