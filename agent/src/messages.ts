import type { AgentMessage } from '@countersign/contract/agent';

/** The owner's messages in one run. The server tells them again, to the next runner too, until they are acknowledged. */
export interface Messages {
  /** In no prompt yet, oldest first. */
  readonly unsaid: readonly AgentMessage[];
  /** Takes what the server tells; true when it is new. */
  take(told: readonly AgentMessage[]): boolean;
  /** A prompt contains them. */
  say(messages: readonly AgentMessage[]): void;
  /** What the agent made of them is saved: they need not be said again. */
  saved(messages: readonly AgentMessage[]): void;
  /** The agent that they were said to may know nothing of them: what is not saved is to be said again. */
  takeBack(): void;
}

/** Begins with the messages that the task was claimed with. */
export function createMessages(first: readonly AgentMessage[]): Messages {
  let unsaid = [...first];
  let said: AgentMessage[] = [];
  const seen = new Set(first.map(({ id }) => id));
  return {
    get unsaid() {
      return unsaid;
    },
    take(told) {
      const news = told.filter(({ id }) => !seen.has(id));
      for (const { id } of news) seen.add(id);
      unsaid.push(...news);
      return news.length > 0;
    },
    say(messages) {
      unsaid = without(unsaid, messages);
      said = [...without(said, messages), ...messages];
    },
    saved: (messages) => void (said = without(said, messages)),
    takeBack() {
      unsaid = [...said, ...unsaid];
      said = [];
    },
  };
}

function without(list: readonly AgentMessage[], taken: readonly AgentMessage[]): AgentMessage[] {
  return list.filter(({ id }) => !taken.some((message) => message.id === id));
}
