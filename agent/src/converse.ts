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
import { whenSaved } from './settle-saved.ts';
import { createTurn, type Rejection, type Turn } from './turn.ts';
import { checkSize } from './workspace-limit.ts';

/** The next thing that is said to the agent. */
export interface Saying {
  text: string;
  /** Messages of the person that the text contains. */
  messages: readonly AgentMessage[];
  /** Rejections that the text tells of: told once is enough. The agent's first words answer the first one. */
  rejections: readonly Rejection[];
}

/** One turn, as far as it got. */
interface Attempt {
  saying: Saying;
  turn: Turn;
  isHeard: boolean;
}

/** So often is an agent told to go on when it stops at a limit of its own. */
const CONTINUATIONS = 20;

/** Talks with the agent, turn after turn, until it has finished. Throws TaskFailed or AgentFailed when it cannot. */
export async function converse(desk: Desk, first: Saying): Promise<void> {
  let next: Saying | null = first;
  let continuations = 0;
  while (next !== null) {
    const attempt: Attempt = { saying: next, turn: createTurn(), isHeard: false };
    try {
      const stopReason = await takeTurn(desk, attempt);
      if (stopReason === 'max_tokens' || stopReason === 'max_turn_requests') continuations += 1;
      next = await followUp(desk, attempt, stopReason, continuations);
    } catch (error) {
      desk.signal.throwIfAborted();
      // Whatever became of the agent: it has done something else than was approved.
      failWhereDiverged(attempt);
      desk.restarts.count(error);
      next = await startAgain(desk, attempt);
    }
  }
}

async function takeTurn(desk: Desk, attempt: Attempt): Promise<StopReason> {
  const { conversation, journal, inbox } = desk;
  await heedStop(inbox);
  if (conversation.sessionId === null) await openAgent(desk);
  // It takes a while to start an agent. From the last look on, Stop must find the turn: nothing may be waited for in between.
  while (inbox.stopRequested) await heedStop(inbox);
  attempt.saying = withNews(attempt.saying, inbox.messages.unsaid);
  const { text, messages, rejections } = attempt.saying;
  inbox.messages.say(messages);
  journal.turn += 1;
  const stopReason = await conversation.say({
    text,
    number: journal.turn,
    answered: rejections[0] ?? null,
    turn: attempt.turn,
    onHeard() {
      attempt.isHeard = true;
      settleHeard(desk, attempt.saying);
    },
  });
  journal.lastWords = desk.recorder.lastWords.slice(0, 4_000) || journal.lastWords;
  await checkSize(desk.folders.root, desk.run.environment.workspaceLimitBytes);
  desk.checkpoints?.request();
  return stopReason;
}

/**
 * What the agent has heard counts as told, but only once it is saved with what the agent made of it: told first, a container lost in
 * between would leave an agent that never heard of it.
 */
function settleHeard(desk: Desk, { messages, rejections }: Saying): void {
  const told = rejections.filter(({ isDecided }) => isDecided).map(({ itemId }) => itemId);
  if (told.length === 0 && messages.length === 0) return;
  for (const itemId of told) desk.journal.results[itemId] = null;
  whenSaved(desk, () => {
    for (const itemId of told) desk.outbox.settle(itemId, { outcome: 'told' });
    desk.outbox.acknowledge(messages.map(({ id }) => id));
    desk.inbox.messages.saved(messages);
  });
}

/** With the messages that came after it was put into words. */
function withNews(saying: Saying, all: readonly AgentMessage[]): Saying {
  const news = all.filter(({ id }) => !saying.messages.some((message) => message.id === id));
  if (news.length === 0) return saying;
  return { ...saying, text: withMessages(saying.text, news), messages: [...saying.messages, ...news] };
}

/** Tells the agent what was rejected, and why. */
export function sayRejections(rejections: readonly Rejection[], messages: readonly AgentMessage[]): Saying {
  return { text: rejectionPrompt(rejections, messages), messages, rejections };
}

/** Tells an agent that was through what its owner has written. */
export function sayMessages(messages: readonly AgentMessage[]): Saying {
  return { text: messagePrompt(messages), messages, rejections: [] };
}

/** What a turn leaves to be said; null when the agent has finished. */
async function followUp(
  desk: Desk,
  attempt: Attempt,
  reason: StopReason,
  continuations: number,
): Promise<Saying | null> {
  const { inbox } = desk;
  failWhereDiverged(attempt);
  if (!attempt.isHeard) inbox.messages.takeBack();
  await heedStop(inbox);
  const messages = [...inbox.messages.unsaid];
  const rejections = untold(attempt);
  if (rejections.length > 0) return sayRejections(rejections, messages);
  if (messages.length > 0) return sayMessages(messages);
  if (reason === 'refusal') throw new TaskFailed(`The agent refuses to go on. ${desk.recorder.lastWords}`.trim());
  if (reason === 'cancelled') throw new TaskFailed('The agent ended its turn by itself, before it had finished.');
  if (reason === 'end_turn') return null;
  if (continuations > CONTINUATIONS) throw new TaskFailed('The agent reaches its limits again and again.');
  return { text: moreRoomPrompt, messages: [], rejections: [] };
}

function failWhereDiverged({ turn }: Attempt): void {
  if (turn.divergence !== null) throw new TaskFailed(turn.divergence);
}

/** Rejections that no agent has heard of. */
function untold({ saying, turn, isHeard }: Attempt): Rejection[] {
  return [...(isHeard ? [] : saying.rejections), ...turn.rejections];
}

async function startAgain(desk: Desk, attempt: Attempt): Promise<Saying> {
  const { journal, task, inbox } = desk;
  inbox.messages.takeBack();
  await heedStop(inbox);
  const isContinued = await openAgent(desk);
  const messages = [...inbox.messages.unsaid];
  const now = { ...task, messages };
  const rejections = untold(attempt);
  const left = { open: [], rejections };
  const text = isContinued ? continuePrompt(now, left) : restartPrompt(now, left, journal.lastWords);
  return { text, messages, rejections };
}
