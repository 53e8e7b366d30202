import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import type { AgentApi } from '../server/api.ts';
import type { Packed } from './checkpoint-pack.ts';
import { upload } from './upload.ts';

export interface UploadTarget {
  api: AgentApi;
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  /** Aborted when nothing may be written any more. */
  signal: AbortSignal;
}

/** Stores a checkpoint and makes it the task's. Throws with what stood in the way. */
export async function uploadCheckpoint(packed: Packed, { api, task, signal }: UploadTarget): Promise<void> {
  const { file, size, sha256 } = packed;
  const params = { taskId: task.id };
  const epoch = task.epoch;
  const announce = () => api.call(agentRoutes.checkpointUpload, { params, body: { epoch, size, sha256 } });
  const object = await upload({ file, size }, announce, signal);
  await api.call(agentRoutes.checkpointCommit, { params, body: { epoch, object, size, sha256 } });
}
