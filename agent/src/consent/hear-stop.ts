import { agentRoutes } from '@countersign/contract/agent';
import { asTaskGone, type AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';

interface OfTask {
  api: AgentApi;
  taskId: string;
  epoch: number;
  feed: DecisionFeed;
}

/** Time limit of a wait that the server answers at once, because it has a Stop to report. */
const STOP_SECONDS = 5;

/**
 * Asks the server for a Stop, and for what the owner has written since, and hands both to the feed. The server refuses
 * what was approved before Stop, and may do so before the feed has brought either.
 */
export async function hearStop({ api, taskId, epoch, feed }: OfTask): Promise<void> {
  const { stop, stoppedAt } = await api.call(agentRoutes.heartbeat, { body: { taskId, epoch } }).catch(asTaskGone);
  if (!stop) return;
  const body = { taskId, epoch, itemIds: [], timeoutSeconds: STOP_SECONDS };
  const { messages } = await api.call(agentRoutes.wait, { body }).catch(asTaskGone);
  feed.messages.take(messages);
  feed.stop(stoppedAt);
}
