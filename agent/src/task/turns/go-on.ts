import { isDeepStrictEqual } from 'node:util';
import { throwIfStopped } from '../../consent/throw-if-stopped.ts';
import { fullName } from '../../lib/full-name.ts';
import { stepId } from '../../lib/step-id.ts';
import type { NextPrompt } from '../prompts/next-prompt.ts';
import { guidanceOf } from '../prompts/project-guidance.ts';
import { continuePrompt, restartPrompt, type Left } from '../prompts/prompts.ts';
import { setUp } from '../setup/setup.ts';
import type { TaskRun } from '../task-run.ts';
import { placesIn } from '../../workspace/workspace.ts';
import { openSession } from './open-session.ts';

/** What an agent must be told about earlier requests. */
export type Asked = Pick<Left, 'open' | 'rejections'>;

/** Has an agent go on with what an earlier run left: its first prompt in this run. Throws TaskFailed after Stop. */
export async function goOn(run: TaskRun, asked: Asked): Promise<NextPrompt> {
  await throwIfStopped(run.feed);
  const setup = await setUp(run);
  // Where nothing is restored, nothing is missing beside it either.
  return startWith(run, run.isRestored ? { ...asked, setup, lost: run.lost } : { ...asked, isLost: true });
}

/**
 * Starts an agent and tells it all it needs for the task: whether it can continue the earlier session is known only
 * then. Throws AgentFailed.
 */
export async function startWith(run: TaskRun, left: Left): Promise<NextPrompt> {
  const { task, journal, feed, workspace } = run;
  const hadSession = journal.sessionId !== null;
  const isContinued = await openSession(run);
  if (hadSession && !isContinued) tellOfLostConversation(run);
  const messages = [...feed.messages.unsaid];
  const now = { ...task, messages };
  const hasMoved = Object.keys(journal.places).length > 0 && !isDeepStrictEqual(journal.places, placesIn(workspace));
  const refused = task.repositories.flatMap((repository) => {
    const words = journal.refused[repository.id];
    return words === undefined ? [] : [{ name: fullName(repository), words }];
  });
  const found = isContinued ? null : { guidance: await guidanceOf(run), setup: await setUp(run) };
  return {
    // Only when it is sent: with a Stop before that, an approval of which it would speak no longer counts.
    get text() {
      const open = left.open.filter(({ id }) => !journal.lapsed.includes(id));
      return found === null
        ? continuePrompt(now, { ...left, open, refused, hasMoved })
        : restartPrompt(now, found, { ...left, open, refused }, journal.lastWords);
    },
    messages,
    rejections: left.rejections,
    isContinued,
    left,
  };
}

/** Has the next agent begin a new session: in the earlier one, this one has not come to a word, but to this failure. */
export function giveUpSession(run: TaskRun, failure: string): void {
  run.log(`The agent cannot go on with its earlier conversation (${failure}); it starts a new one`);
  run.journal.sessionId = null;
  tellOfLostConversation(run);
}

/** The person would else see a step without an end, and nothing of why. */
export function tellOfRestart({ task, journal, reports, context }: TaskRun, failure: string): void {
  const id = stepId(task.id, 'restart', String(task.epoch), String(journal.turn));
  const content = `${context.redact(failure).replace(/\.$/, '')}. It goes on with the task.`;
  reports.put({ id, type: 'planning', title: 'The agent was started again', content });
}

/** The person would else expect an agent to know what was said. */
function tellOfLostConversation({ task, journal, reports }: TaskRun): void {
  const id = stepId(task.id, 'conversation', String(task.epoch), String(journal.turn));
  const content =
    'The agent could not continue its earlier conversation, and begins a new one. What was said there is lost to it, but for its last words. It is given the task, its files, and the decisions and messages that it has not heard.';
  reports.put({ id, type: 'planning', title: 'A new conversation', content });
}
