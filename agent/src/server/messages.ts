import type { AgentMessage } from '@countersign/contract/agent';

/** The owner's messages in one run. The server repeats them, to the next runner too, until they are acknowledged. */
export interface Messages {
  /** Those that no prompt contains yet, oldest first. */
  readonly unsaid: readonly AgentMessage[];
  /** Takes what the server sends; true when some of it is new. */
  take(sent: readonly AgentMessage[]): boolean;
  /** Notes that a prompt contains them. */
  say(messages: readonly AgentMessage[]): void;
  /** Notes that what the agent made of them is saved: they need not be said again. */
  saved(messages: readonly AgentMessage[]): void;
  /** Notes that the agent they were said to may have lost them: the unsaved ones must be said again. */
  takeBack(): void;
}

/** Starts with the messages that came with the claim. */
export function createMessages(first: readonly AgentMessage[]): Messages {
  let unsaid = [...first];
  let said: AgentMessage[] = [];
  const seen = new Set(first.map(({ id }) => id));
  return {
    get unsaid() {
      return unsaid;
    },
    take(sent) {
      const news = sent.filter(({ id }) => !seen.has(id));
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
