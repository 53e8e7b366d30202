import { ACKNOWLEDGE_MAX } from '@countersign/contract';
import type { AgentMessage, ClaimedTask, OpenItem } from '@countersign/contract/agent';
import { answerOf, byStopOf, isOver, type AgentState, type StoredItem, type StoredTask } from './agent-state.ts';

/** The end of a lease that begins now. */
export const leaseEnd = () => new Date(Date.now() + 60_000).toISOString();

/** What may be claimed, best first: running already, parked and able to go on, then by priority, then by age. */
export function claimable({ tasks }: AgentState): StoredTask[] {
  const rank = ({ status }: StoredTask) => (status === 'running' ? 0 : status === 'pending' ? 2 : 1);
  return tasks.filter(isClaimable).sort((a, b) => rank(a) - rank(b) || b.priority - a.priority);
}

/** A task with open questions is only claimed to receive a message. */
const isClaimable = ({ status, messages }: StoredTask) =>
  ['pending', 'approved', 'rejected', 'running'].includes(status) ||
  (status === 'awaiting_approval' && messages.length > 0);

/** All that a runner is told about a task it has claimed. */
export function describeClaim(state: AgentState, task: StoredTask): ClaimedTask {
  const { checkpoint } = task;
  return {
    id: task.id,
    ...task.given,
    settings: task.given.settings && {
      ...task.given.settings,
      isSetupApproved: state.setups.has(task.given.settings.setupCommand ?? ''),
    },
    projectName: 'Test project',
    epoch: task.epoch,
    leaseUntil: leaseEnd(),
    branch: task.finish?.branch ?? `countersign/${task.id}`,
    openItems: state
      .itemsOf(task.id)
      .filter(isOpen)
      .map((item) => toOpenItem(item, task)),
    resumed: task.epoch > 1,
    reopened: task.endedIn > 0 && task.endedIn >= (checkpoint?.epoch ?? 0),
    checkpoint: checkpoint && { ...checkpoint, downloadUrl: state.objects.addressOf(checkpoint.object) },
    messages: nextMessages(task),
    budget: state.budgetOf(task),
    evidence: state.evidence,
  };
}

/** What one reply carries of the owner's messages, oldest first; after Stop, those since then before older ones. */
export function nextMessages({ messages, stoppedAt }: StoredTask): AgentMessage[] {
  const isSince = ({ createdAt }: AgentMessage) => stoppedAt !== null && createdAt > stoppedAt;
  const since = messages.filter(isSince).slice(0, ACKNOWLEDGE_MAX);
  const others = messages.filter((message) => !isSince(message)).slice(0, ACKNOWLEDGE_MAX - since.length);
  return [...others, ...since];
}

const isOpen = ({ needsApproval, grant }: StoredItem) =>
  needsApproval === true && (grant === 'unused' || grant === 'released');

function toOpenItem(item: StoredItem, task: StoredTask): OpenItem {
  const { id, type, title, hash, grant, isApproved, rejectionReason, edits } = item;
  const { toolName = null, toolKind = null, reference = null } = item;
  const open = { id, type, title, toolName, toolKind, hash, grant, isApproved, rejectionReason, reference, edits };
  return { ...open, endedSince: isOver(item, task), ...answerOf(item), ...byStopOf(item) };
}
