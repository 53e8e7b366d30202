import type { OpenItem } from '@countersign/contract/agent';
import type { Saying } from './converse.ts';
import type { Desk } from './desk.ts';
import { heedStop } from './heed-stop.ts';
import { isPublish } from './is-publish.ts';
import { forgetArrived, pushedBy, type Journal } from './journal.ts';
import { openAgent } from './open-agent.ts';
import { continuePrompt, firstPrompt, restartPrompt } from './prompts.ts';
import { isRecord } from './tool-call.ts';
import type { Rejection } from './turn.ts';

/** Types of what is asked for. */
const asking = ['tool_call', 'file_creation', 'approval_request'] as const;

/** What is said to the agent first; null when an earlier run's agent has finished and only publishing is left. */
export async function begin(desk: Desk): Promise<Saying | null> {
  const { task, journal, inbox } = desk;
  if (!task.resumed) return { text: firstPrompt(task), messages: task.messages, rejections: [] };
  // Before anything is saved: the next checkpoint is one of this run, which does not know any more that the task had ended.
  if (task.reopened) Object.assign(journal, { phase: 'work', finishedAt: null, settledCommits: pushedOf(journal) });
  forgetArrived(journal, task.openItems);
  const open: OpenItem[] = [];
  for (const item of task.openItems) if (!(await takeUp(item, desk))) open.push(item);
  await heedStop(inbox);
  const messages = [...inbox.messages.unsaid];
  const isUnwanted = open.some(isPublish);
  if (journal.phase === 'publish' && messages.length === 0 && !isUnwanted) return null;
  // With nothing added to it, a commit that was not wanted must come out as the same.
  Object.assign(journal, { phase: 'work', finishedAt: isUnwanted ? journal.finishedAt : null });
  const isContinued = await openAgent(desk);
  const now = { ...task, messages };
  const rejections = open.filter(isRejected).map(toRejection);
  const left = { open: open.filter((item) => !isRejected(item)), rejections };
  const text = isContinued ? continuePrompt(now, left) : restartPrompt(now, left, journal.lastWords);
  return { text, messages, rejections };
}

/**
 * Deals with a request of an earlier run; true when the agent need not hear of it. Approved ones that nobody took out are answered when
 * the agent asks again; of those taken out without a known end the agent is told (design §1.5).
 */
async function takeUp(item: OpenItem, desk: Desk): Promise<boolean> {
  const { journal, outbox, consents } = desk;
  if (item.grant === 'released' && item.isApproved === true && item.id in journal.results) {
    outbox.settle(item.id, { outcome: 'executed', toolResponse: journal.results[item.id] });
    return true;
  }
  if (isPublish(item) && item.isApproved !== false) return true; // publishing asks for itself
  if (item.isApproved === false && item.id in journal.results) {
    if (item.grant === 'released') outbox.settle(item.id, { outcome: 'told' });
    return true;
  }
  if (item.isApproved === false && item.hash !== null) await consents.release({ itemId: item.id, hash: item.hash });
  return false;
}

/** What was rejected, or has no pull request, is asked for again when the task is reopened. */
function pushedOf({ settledCommits, results }: Journal): Journal['settledCommits'] {
  const pushed = new Set(Object.values(results).filter(hasPullRequest).map(pushedBy));
  return Object.fromEntries(Object.entries(settledCommits).filter(([, commit]) => pushed.has(commit)));
}

/** Else the words in its place say why it could not be opened. */
function hasPullRequest(result: unknown): boolean {
  return isRecord(result) && typeof result.pullRequest === 'string' && result.pullRequest.startsWith('http');
}

const isRejected = ({ isApproved }: OpenItem) => isApproved === false;

function toRejection({ id, type, title, rejectionReason }: OpenItem): Rejection {
  const known = asking.find((one) => one === type) ?? 'tool_call';
  return { itemId: id, type: known, title, reason: rejectionReason ?? 'none given', isDecided: true };
}
