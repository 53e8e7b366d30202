import type { StopReason } from '@agentclientprotocol/sdk';
import { takesPromptBack } from '../../agents/find-agent.ts';
import { AgentErred } from '../../lib/failures.ts';
import type { LastReply, ModelWatch } from '../../model/trouble/model-watch.ts';
import { cutOffPrompt, moreRoomPrompt } from '../prompts/prompts.ts';

/**
 * Why a turn ended. Some agents say `end_turn` of a reply that was cut off, was empty or was kept back by the model's
 * provider: what is done by then is half of the work, and must not count as all of it.
 */
export function realEnd(said: StopReason, last: LastReply | null): StopReason {
  if (said !== 'end_turn') return said;
  if (isNone(last)) return 'max_tokens';
  return last?.end === 'refused' ? 'refusal' : said;
}

/**
 * How a turn ends that an agent has answered with an error. Where the model's provider has failed within its last reply, and
 * that may pass, some agents do so in place of ending the turn: either way the reply is cut off, also where it had said by
 * then that it was over. Throws all other errors.
 */
export function endOfError(
  error: unknown,
  { lastReply, trouble }: Pick<ModelWatch, 'lastReply' | 'trouble'>,
): StopReason {
  if (error instanceof AgentErred && lastReply?.brokeOff === true && trouble?.passes === true)
    return lastReply.end === 'refused' ? 'refusal' : 'max_tokens';
  throw error;
}

const isNone = (last: LastReply | null) => last?.end === 'cut' || last?.end === 'empty';

/** Why a task ends with a refusal: the model's own, or its provider's. */
export function refusalWords(last: LastReply | null, lastWords: string): string {
  if (last?.end !== 'refused') return `The agent refuses to continue. ${lastWords}`.trim();
  return 'The model, or a filter of its provider, refuses to answer. Say it in other words, and reopen the task to continue.';
}

/**
 * Has an agent go on that has come to a limit. One that has taken its prompt back with the reply that was cut off gets
 * it again; others would read it twice.
 */
export function goOnPrompt(former: string, last: LastReply | null, agent: string): string {
  if (!isNone(last) && last?.brokeOff !== true) return moreRoomPrompt;
  if (!last?.isFirst || !takesPromptBack(agent)) return cutOffPrompt;
  return former.startsWith(cutOffPrompt) ? former : `${cutOffPrompt}\n\n${former}`;
}
