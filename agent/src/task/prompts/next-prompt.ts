import type { AgentMessage } from '@countersign/contract/agent';
import type { Rejection } from '../../consent/rejection.ts';
import { messagePrompt, rejectionPrompt, withMessages, type Left } from './prompts.ts';

/** What the agent is told next. */
export interface NextPrompt {
  /** It may change until it is sent. */
  readonly text: string;
  /** Messages of the person that the text contains. */
  messages: readonly AgentMessage[];
  /** Rejections that the text explains, each once. The agent's first words answer the first of them. */
  rejections: readonly Rejection[];
  /** It only says that what was approved has not ended. */
  isReminder?: boolean;
  /** It is the first to a session that an earlier process of the agent began. */
  isContinued?: boolean;
  /** What it says of earlier requests, and of what is missing: the next agent is told where this one has not heard it. */
  left?: Left;
}

/** Explains rejections to the agent. */
export function explainRejections(rejections: readonly Rejection[], messages: readonly AgentMessage[]): NextPrompt {
  return { text: rejectionPrompt(rejections, messages), messages, rejections };
}

/** Passes on its owner's messages to an agent that had finished. */
export function passOnMessages(messages: readonly AgentMessage[]): NextPrompt {
  return { text: messagePrompt(messages), messages, rejections: [] };
}

/** Adds messages that came after the prompt was written. */
export function addMessages(prompt: NextPrompt, unsaid: readonly AgentMessage[]): NextPrompt {
  const news = unsaid.filter(({ id }) => !prompt.messages.some((message) => message.id === id));
  if (news.length === 0) return prompt;
  const messages = [...prompt.messages, ...news];
  // With them the agent has something else to do.
  return { ...prompt, text: withMessages(prompt.text, news), messages, isReminder: false };
}
