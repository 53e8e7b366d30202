import type { Desk } from './desk.ts';

/** Starts the agent, again where it dies on the way; true when it goes on with its earlier conversation. Throws AgentFailed. */
export async function openAgent({ conversation, journal, restarts, signal }: Desk): Promise<boolean> {
  for (;;) {
    try {
      const isContinued = await conversation.open(journal.sessionId);
      journal.sessionId = conversation.sessionId;
      return isContinued;
    } catch (error) {
      signal.throwIfAborted();
      restarts.count(error);
    }
  }
}
