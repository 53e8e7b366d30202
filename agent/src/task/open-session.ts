import type { TaskRun } from './task-run.ts';

/** Starts the agent, again where it dies on the way; true when it goes on with its earlier session. Throws AgentFailed. */
export async function openSession({ session, journal, restarts, signal }: TaskRun): Promise<boolean> {
  for (;;) {
    try {
      const isContinued = await session.open(journal.sessionId);
      journal.sessionId = session.id;
      return isContinued;
    } catch (error) {
      signal.throwIfAborted();
      restarts.count(error);
    }
  }
}
