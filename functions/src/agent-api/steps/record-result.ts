import type { GrantOutcome } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../../audit/record-task-event.ts';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { taskItems } from '../../store/firestore.ts';
import { replaceItem } from '../../task-items/write-item.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceTask } from '../../state/fence.ts';
import { mergeItem } from './merge-item.ts';

interface Result {
  epoch: number;
  outcome: GrantOutcome;
  toolResponse?: unknown;
}

/** Records the result of a redeemed grant. The same result again changes nothing. Throws like `releaseGrant`. */
export async function recordResult(
  caller: AgentCaller,
  { taskId, itemId }: { taskId: string; itemId: string },
  { epoch, outcome, toolResponse }: Result,
): Promise<void> {
  await transactOnTask(taskId, async (tx) => {
    const [{ task }, item] = await Promise.all([
      fenceTask(tx, caller, taskId, epoch),
      tx.read(taskItems().doc(itemId)),
    ]);
    if (item?.taskId !== taskId || !item.needsApproval) throw notFound('Task item');
    if (item.grant === outcome) return;
    if (item.grant !== 'released') throw conflict('This decision has not been redeemed');
    if ((outcome === 'told') === item.isApproved)
      throw conflict('A consent is reported as executed, a rejection as told');
    const { id, type, title } = item;
    const merged = await mergeItem(task, item, { id, type, title, toolResponse }, epoch);
    merged.header = { ...merged.header, grant: outcome, updatedAt: Timestamp.now() };
    replaceItem(tx, merged, item);
    tx.signal(task.userId, { kind: 'item', id: itemId, taskId });
    recordTaskEvent(tx, task, {
      actor: 'agent',
      action: `grant_${outcome}`,
      subjectId: itemId,
      detail: { epoch },
    });
  });
}
