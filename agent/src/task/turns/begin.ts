import type { OpenItem } from '@countersign/contract/agent';
import { forgetArrived, hasPullRequest, pushedBy, type Journal } from '../../checkpoint/journal.ts';
import { isBudget } from '../../consent/is-budget.ts';
import { isPublish } from '../../consent/is-publish.ts';
import type { Rejection } from '../../consent/rejection.ts';
import { throwIfStopped } from '../../consent/throw-if-stopped.ts';
import { concludeBudget } from './budget.ts';
import type { NextPrompt } from '../prompts/next-prompt.ts';
import { goOn, type Asked } from './go-on.ts';
import { guidanceOf } from '../prompts/project-guidance.ts';
import { firstPrompt } from '../prompts/prompts.ts';
import { isSetup, setUp } from '../setup/setup.ts';
import type { TaskRun } from '../task-run.ts';

/** Types of items that ask for a decision. */
const asking = ['tool_call', 'file_creation', 'approval_request'] as const;

/**
 * Prepares the work of this run; its first prompt, or null if an earlier run's agent has finished and only publishing
 * is left.
 */
export async function begin(run: TaskRun): Promise<NextPrompt | null> {
  const { task, journal, feed } = run;
  if (!task.resumed) {
    const setup = await setUp(run);
    const text = firstPrompt(task, { guidance: await guidanceOf(run), setup });
    return { text, messages: task.messages, rejections: [] };
  }
  // Done before anything is saved: the next checkpoint no longer shows that the task had ended.
  if (task.reopened)
    Object.assign(journal, { phase: 'work', finishedAt: null, settledCommits: pushedOf(journal), gone: {} });
  forgetArrived(journal, task.openItems);
  const open: OpenItem[] = [];
  for (const item of task.openItems) {
    const known = await asItStands(item, run);
    if (!(await concludeQuietly(known, run))) open.push(known);
  }
  await throwIfStopped(feed);
  const isUnwanted = open.some(isPublish);
  if (journal.phase === 'publish' && feed.messages.unsaid.length === 0 && !isUnwanted) return null;
  // If the agent adds nothing to a rejected commit, the same commit must come out again.
  Object.assign(journal, { phase: 'work', finishedAt: isUnwanted ? journal.finishedAt : null });
  return goOn(run, toldOf(open));
}

/** What an agent that goes on is told of earlier requests. */
function toldOf(open: readonly OpenItem[]): Asked {
  return {
    open: open.filter((item) => !isRejected(item)),
    rejections: open.filter(isRejected).map(toRejection),
  };
}

/** Redeems a rejection that the agent must be told. If its owner took it back since the claim, it is open again. */
async function asItStands(item: OpenItem, { consents, attribution, journal }: TaskRun): Promise<OpenItem> {
  if (item.isApproved !== false || isSetup(item) || isBudget(item) || item.id in journal.results) return item;
  const { id, hash } = item;
  const consent = hash === null ? null : await consents.redeem({ itemId: id, hash });
  if (consent === 'undone') return { ...item, isApproved: null, rejectionReason: null };
  // Approved since, and redeemed just now without being acted on: the agent asks again.
  if (consent?.isApproved) return { ...item, isApproved: true, rejectionReason: null, grant: 'released' };
  attribution.rejects(id);
  return item;
}

/**
 * Deals with a request of an earlier run; true if the agent need not be told of it. An unredeemed approval answers the
 * agent when it asks again. If an approval was redeemed without a known outcome, the agent must be told. Publishing
 * that Stop rejected is asked about again.
 */
async function concludeQuietly(item: OpenItem, run: TaskRun): Promise<boolean> {
  if (isBudget(item)) {
    await concludeBudget(item, run);
    return true;
  }
  const { journal, reports } = run;
  if (isPublish(item) && item.isApproved === false && item.byStop === true) {
    journal.lapsed.push(item.id);
    reports.reportOutcome(item.id, { outcome: 'told' });
    return true;
  }
  if (item.grant === 'released' && item.isApproved === true && item.id in journal.results) {
    const outcome = journal.notExecuted.includes(item.id) ? 'not_executed' : 'executed';
    reports.reportOutcome(item.id, { outcome, toolResponse: journal.results[item.id] });
    return true;
  }
  if (isSetup(item)) return true; // it was dealt with before, or asks on its own
  if (isPublish(item) && item.isApproved !== false) return true; // publishing asks on its own
  if (item.isApproved === false && item.id in journal.results) {
    if (item.grant === 'released') reports.reportOutcome(item.id, { outcome: 'told' });
    return true;
  }
  return false;
}

/** The commits that a reopened task does not ask for again; rejected ones, or ones without a pull request, it does. */
function pushedOf({ settledCommits, results }: Journal): Journal['settledCommits'] {
  const pushed = new Set(Object.values(results).filter(hasPullRequest).map(pushedBy));
  return Object.fromEntries(Object.entries(settledCommits).filter(([, commit]) => pushed.has(commit)));
}

const isRejected = ({ isApproved }: OpenItem) => isApproved === false;

function toRejection({ id, type, title, rejectionReason }: OpenItem): Rejection {
  const known = asking.find((one) => one === type) ?? 'tool_call';
  return { itemId: id, type: known, title, reason: rejectionReason ?? 'none given', isDecided: true };
}
