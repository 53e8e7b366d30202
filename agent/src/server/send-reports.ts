import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { messageOf } from '../lib/failures.ts';
import { asTaskGone, isConflict, isGone, isUnacceptable, type AgentApi } from './api.ts';
import type { Batch } from './report-entries.ts';

/** The task that reports are about, and where they go. */
export interface ReportTarget {
  api: AgentApi;
  taskId: string;
  epoch: number;
  /** Called with what could not be reported, and why. */
  complain: (message: string) => void;
}

/** Sends a batch. What the server refuses is left out, with a line in the log; throws anything worse, such as TaskGone. */
export async function sendBatch(batch: Batch, target: ReportTarget): Promise<void> {
  const { api, taskId, epoch, complain } = target;
  switch (batch.kind) {
    case 'items':
      return sendItems(batch.items, target);
    case 'outcome':
      try {
        const params = { taskId, itemId: batch.itemId };
        await api.call(agentRoutes.executed, { params, body: { epoch, ...batch.outcome } });
      } catch (error) {
        complain(`The result of ${batch.itemId} was not recorded: ${refusalOf(error)}`);
      }
      return;
    case 'messages': {
      const body = { epoch, messageIds: batch.messageIds };
      await api.call(agentRoutes.acknowledge, { params: { taskId }, body }).catch(asTaskGone);
    }
  }
}

async function sendItems(items: RecordItem[], target: ReportTarget): Promise<void> {
  const { api, taskId, epoch, complain } = target;
  try {
    await api.call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items } });
  } catch (error) {
    const reason = refusalOf(error);
    if (items.length === 1) return complain(`"${items[0]?.title}" was not recorded: ${reason}`);
    // One step that is refused must not take the others of its batch with it.
    for (const item of items) await sendItems([item], target);
  }
}

/** Why the server refuses one report, which does not affect the next. Throws anything worse, such as TaskGone. */
export function refusalOf(error: unknown): string {
  if (isGone(error) || !(isConflict(error) || isUnacceptable(error))) asTaskGone(error);
  return messageOf(error);
}
