import type { StopReason } from '@agentclientprotocol/sdk';
import type { Rejection } from '../../consent/rejection.ts';
import { goesOnAfterStop, stoppedByOwner, throwIfStopped } from '../../consent/throw-if-stopped.ts';
import { AgentErred, AgentFailed, messageOf, TaskFailed } from '../../lib/failures.ts';
import type { LastReply } from '../../model/trouble/model-watch.ts';
import { createTurn, type Turn } from '../../turn/turn.ts';
import { placesIn } from '../../workspace/workspace.ts';
import { checkSize } from '../../workspace/workspace-limit.ts';
import { addMessages, explainRejections, passOnMessages, type NextPrompt } from '../prompts/next-prompt.ts';
import { askForBudget } from './budget.ts';
import { giveUpSession, startWith, tellOfRestart } from './go-on.ts';
import { openSession } from './open-session.ts';
import { endOfError, goOnPrompt, realEnd, refusalWords } from './real-end.ts';
import { moreBudgetPrompt, stillRunningPrompt, withMessages, type Left } from '../prompts/prompts.ts';
import type { TaskRun } from '../task-run.ts';
import { waitOut } from './wait-out.ts';
import { failWhereInTrouble } from '../watch/tell-of-trouble.ts';

/** One turn, as far as it got. */
interface Attempt {
  prompt: NextPrompt;
  turn: Turn;
  isHeard: boolean;
  lastReply: LastReply | null;
}

/** Prompts the agent, turn after turn, until it has finished. Throws TaskFailed or AgentFailed when it cannot. */
export async function runTurns(run: TaskRun, first: NextPrompt): Promise<void> {
  let next: NextPrompt | null = first;
  /** How often in a row an agent has ended at its first prompt in an earlier session, without a word. */
  let ends = 0;
  while (next !== null) {
    const attempt: Attempt = { prompt: next, turn: createTurn(), isHeard: false, lastReply: null };
    try {
      const stopReason = await takeTurn(run, attempt);
      next = await followUp(run, attempt, stopReason);
    } catch (error) {
      run.signal.throwIfAborted();
      // Doing something other than what was approved outweighs how the agent failed.
      failWhereDiverged(attempt);
      // A turn that its owner ends may end with the error that its model had given before.
      if (run.feed.stopRequested && !goesOnAfterStop(run.feed)) throw stoppedByOwner();
      failWhereInTrouble(run.context.modelWatch);
      ends = error instanceof AgentFailed && attempt.prompt.isContinued && !attempt.isHeard ? ends + 1 : 0;
      // A session that an agent has loaded may still be one in which it cannot work. One that ended may have been unlucky.
      if (ends > (error instanceof AgentErred ? 0 : 1)) {
        giveUpSession(run, messageOf(error));
      } else {
        run.patience.startsAgain(error);
        tellOfRestart(run, messageOf(error));
      }
      next = await startAgain(run, attempt);
    }
  }
}

async function takeTurn(run: TaskRun, attempt: Attempt): Promise<StopReason> {
  const { session, journal, feed, folders, context } = run;
  await throwIfStopped(feed);
  await askForBudget(run);
  if (session.id === null) await openSession(run);
  // Starting an agent takes a while. From this last look a Stop must find the turn: nothing may be awaited in between.
  while (feed.stopRequested) await throwIfStopped(feed);
  attempt.prompt = addMessages(attempt.prompt, feed.messages.unsaid);
  const { text, messages, rejections } = attempt.prompt;
  feed.messages.say(messages);
  journal.turn += 1;
  context.modelWatch.turnBegins();
  const onHeard = () => {
    attempt.isHeard = true;
    // Each prompt of a run says where its repositories lie, or the one before has said it.
    journal.places = placesIn(run.workspace);
    reportHeard(run, attempt.prompt);
  };
  const prompt = { text, number: journal.turn, answered: rejections[0] ?? null, turn: attempt.turn, onHeard };
  const said = await session.prompt(prompt).catch((error: unknown) => {
    run.signal.throwIfAborted();
    const end = endOfError(error, context.modelWatch);
    // It has asked its model.
    if (!attempt.isHeard) onHeard();
    run.log(`${messageOf(error)}; it is asked to go on`);
    return end;
  });
  attempt.lastReply = context.modelWatch.lastReply;
  journal.lastWords = session.lastWords.slice(0, 4_000) || journal.lastWords;
  const { environment, sharedFolders } = context;
  await checkSize({ ...folders, sharedFolders }, environment.workspaceLimitBytes);
  run.checkpoints.request();
  return realEnd(said, attempt.lastReply);
}

/**
 * Reports which rejections and messages the agent has been given, but only once that is saved with what the agent made
 * of them. If the container were lost between the report and the save, the next agent would never be given them.
 */
function reportHeard(
  { journal, saved, reports, feed }: TaskRun,
  { messages, rejections }: Pick<NextPrompt, 'messages' | 'rejections'>,
): void {
  const heard = rejections.filter(({ isDecided }) => isDecided).map(({ itemId }) => itemId);
  if (heard.length === 0 && messages.length === 0) return;
  for (const itemId of heard) journal.results[itemId] = null;
  saved.whenSaved(() => {
    for (const itemId of heard) reports.reportOutcome(itemId, { outcome: 'told' });
    reports.acknowledge(messages.map(({ id }) => id));
    feed.messages.saved(messages);
  });
}

/** What still has to be said after a turn; null when the agent has finished. */
async function followUp(run: TaskRun, attempt: Attempt, reason: StopReason): Promise<NextPrompt | null> {
  const { feed, session } = run;
  const { prompt, turn, lastReply } = attempt;
  failWhereDiverged(attempt);
  if (!attempt.isHeard) feed.messages.takeBack();
  await throwIfStopped(feed);
  const messages = [...feed.messages.unsaid];
  const rejections = unheard(attempt);
  if (rejections.length > 0) {
    if (messages.length === 0) run.patience.isRejected(rejections);
    return explainRejections(rejections, messages);
  }
  const more = goOnPrompt(prompt.text, lastReply, run.task.agent);
  if (messages.length > 0 && reason === 'max_tokens')
    return { text: withMessages(more, messages), messages, rejections: [] };
  if (messages.length > 0) return passOnMessages(messages);
  // What broke off may go on, as other replies that were cut off.
  const { modelWatch } = run.context;
  if (!lastReply?.brokeOff || !modelWatch.trouble?.passes) failWhereInTrouble(modelWatch);
  if (reason === 'refusal') throw new TaskFailed(refusalWords(lastReply, session.lastWords));
  if (reason === 'cancelled' && turn.isOutOfBudget) return { text: moreBudgetPrompt, messages: [], rejections: [] };
  if (reason === 'cancelled')
    throw new TaskFailed('The agent ended its turn by itself, before it had finished. Reopen the task to continue.');
  if (reason === 'end_turn') {
    run.patience.speaks();
    return goOnWhileRunning(run, attempt);
  }
  const isNothing = lastReply?.end === 'empty' && lastReply.isFirst;
  await waitOut(run.patience.goesOn(isNothing, lastReply?.brokeOff), run);
  return { text: more, messages: [], rejections: [] };
}

/**
 * Null unless what was approved in this turn has not ended, as with a command that its agent only looks at from time to
 * time: the task would be complete before that has. Not said twice in a row, since not every agent tells of each end; nor
 * once the budget is used up: its owner would be asked for more, for work that its agent calls done.
 */
function goOnWhileRunning({ meter, log }: TaskRun, { turn, prompt }: Attempt): NextPrompt | null {
  if (turn.runningTitles.length === 0 || prompt.isReminder) return null;
  if (meter.isUsedUp) {
    log(`not told that it still runs, as the budget is used up: ${turn.runningTitles.join(', ')}`);
    return null;
  }
  return { text: stillRunningPrompt(turn.runningTitles), messages: [], rejections: [], isReminder: true };
}

function failWhereDiverged({ turn }: Attempt): void {
  if (turn.divergence !== null) throw new TaskFailed(turn.divergence);
}

/** Rejections that no agent has been told. */
function unheard({ prompt, turn, isHeard }: Attempt): Rejection[] {
  return [...(isHeard ? [] : prompt.rejections), ...turn.rejections];
}

/** What the former agent was to be told and has not heard, the next one is told, and what that one has left unfinished. */
async function startAgain(run: TaskRun, attempt: Attempt): Promise<NextPrompt> {
  const { feed } = run;
  const { prompt, turn, isHeard } = attempt;
  feed.messages.takeBack();
  await throwIfStopped(feed);
  const untold: Partial<Left> = (isHeard ? undefined : prompt.left) ?? {};
  const interrupted = [...(untold.interrupted ?? []), ...turn.runningTitles];
  return startWith(run, { open: [], ...untold, rejections: unheard(attempt), interrupted });
}
