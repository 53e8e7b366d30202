import type { AgentMessage } from '@countersign/contract/agent';
import type { StopReason } from '@agentclientprotocol/sdk';
import type { Desk } from './desk.ts';
import { TaskFailed } from './failures.ts';
import { heedStop } from './heed-stop.ts';
import { openAgent } from './open-agent.ts';
import {
  continuePrompt,
  messagePrompt,
  moreRoomPrompt,
  rejectionPrompt,
  restartPrompt,
  withMessages,
} from './prompts.ts';
import type { Answered } from './recorder.ts';
import type { Rejection, Turn } from './turn.ts';
import { checkSize } from './workspace-limit.ts';

/** The next thing that is said to the agent. */
export interface Saying {
  text: string;
  /** Messages of the person that the text contains. */
  messages: readonly AgentMessage[];
  /** The item that the agent's first words answer. */
  answered: Answered | null;
  /** Rejected items that the text tells of; told once is enough. */
  told: readonly string[];
}

/** So often is an agent told to go on when it stops at a limit of its own. */
const CONTINUATIONS = 20;

/** Talks with the agent, turn after turn, until it has finished. Throws TaskFailed or AgentFailed when it cannot. */
export async function converse(desk: Desk, first: Saying): Promise<void> {
  let next: Saying | null = first;
  let continuations = 0;
  while (next !== null) {
    try {
      const { turn, stopReason } = await takeTurn(desk, next);
      if (stopReason === 'max_tokens' || stopReason === 'max_turn_requests') continuations += 1;
      next = await followUp(desk, turn, stopReason, continuations);
    } catch (error) {
      desk.signal.throwIfAborted();
      desk.restarts.count(error);
      next = await startAgain(desk);
    }
  }
}

async function takeTurn(desk: Desk, saying: Saying): Promise<{ turn: Turn; stopReason: StopReason }> {
  const { conversation, journal, inbox } = desk;
  await heedStop(inbox);
  if (conversation.sessionId === null) await openAgent(desk);
  // It takes a while to start an agent. From the last look on, Stop must find the turn: nothing may be waited for in between.
  while (inbox.stopRequested) await heedStop(inbox);
  const { text, messages } = withNews(saying, inbox.messages);
  journal.turn += 1;
  const answer = conversation.say(text, journal.turn, saying.answered, () => {
    for (const itemId of saying.told) {
      journal.results[itemId] = null;
      desk.outbox.settle(itemId, { outcome: 'told' });
    }
  });
  const delivered = inbox.acknowledge(messages);
  const [result] = await Promise.all([answer, delivered]);
  journal.lastWords = desk.recorder.lastWords.slice(0, 4_000) || journal.lastWords;
  await checkSize(desk.folders.root, desk.run.environment.workspaceLimitBytes);
  desk.checkpoints?.request();
  return result;
}

/** With the messages that came after it was put into words. */
function withNews(saying: Saying, all: readonly AgentMessage[]): Saying {
  const news = all.filter(({ id }) => !saying.messages.some((message) => message.id === id));
  if (news.length === 0) return saying;
  return { ...saying, text: withMessages(saying.text, news), messages: [...saying.messages, ...news] };
}

/** Tells the agent what was rejected, and why. */
export function sayRejections(rejections: readonly Rejection[], messages: readonly AgentMessage[]): Saying {
  const told = rejections.filter(({ isDecided }) => isDecided).map(({ itemId }) => itemId);
  return { text: rejectionPrompt(rejections, messages), messages, answered: rejections[0] ?? null, told };
}

/** What a turn leaves to be said; null when the agent has finished. */
async function followUp(desk: Desk, turn: Turn, reason: StopReason, continuations: number): Promise<Saying | null> {
  const { inbox } = desk;
  if (turn.divergence !== null) throw new TaskFailed(turn.divergence);
  await heedStop(inbox);
  const messages = [...inbox.messages];
  if (turn.rejections.length > 0) {
    return sayRejections(turn.rejections, messages);
  }
  if (messages.length > 0) return { text: messagePrompt(messages), messages, answered: null, told: [] };
  if (reason === 'refusal') throw new TaskFailed(`The agent refuses to go on. ${desk.recorder.lastWords}`.trim());
  if (reason === 'cancelled') throw new TaskFailed('The agent ended its turn by itself, before it had finished.');
  if (reason === 'end_turn') return null;
  if (continuations > CONTINUATIONS) throw new TaskFailed('The agent reaches its limits again and again.');
  return { text: moreRoomPrompt, messages: [], answered: null, told: [] };
}

async function startAgain(desk: Desk): Promise<Saying> {
  const { journal, task, inbox } = desk;
  await heedStop(inbox);
  const isContinued = await openAgent(desk);
  const messages = [...inbox.messages];
  const now = { ...task, messages };
  const text = isContinued ? continuePrompt(now, []) : restartPrompt(now, [], journal.lastWords);
  return { text, messages, answered: null, told: [] };
}
