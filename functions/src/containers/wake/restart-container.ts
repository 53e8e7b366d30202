import type { Mover } from '@countersign/contract';
import { mintContainerToken } from '../../tokens/container-token.ts';
import type { Writer } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { Promised } from '../../effects/effects.ts';
import { nothingCounted } from '../../quotas/days/meter.ts';
import { putSecret } from '../../secrets/store.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';

/** Milliseconds for a replaced execution to notice and end by itself. */
const NOTICE_MS = 30_000;

/**
 * Starts a paused or lost container again: a new epoch, a new token, a new execution. What a former execution still
 * writes is stale from now on, even one that was lost and turns up again. Throws `illegal_move` for any other
 * container.
 */
export async function restartContainer(
  writer: Writer,
  container: ContainerDocument,
  by: Extract<Mover, 'owner' | 'system'>,
  autoStarts = 0,
): Promise<Promised> {
  const { id, projectId, userId } = container;
  const epoch = container.epoch + 1;
  endLater(writer, container);
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch });
  changeContainerStatus(
    writer,
    container,
    { to: 'pending', by, on: by === 'owner' ? 'resume' : 'wake' },
    {
      desired: 'running',
      epoch,
      execution: null,
      heartbeatAt: null,
      message: null,
      exitCode: null,
      pauseRequestedAt: null,
      exchangeNonce: null,
      exchangeClosed: false,
      ...nothingCounted,
      autoStarts,
      startedAt: null,
      completedAt: null,
    },
  );
  putSecret(writer, { userId, kind: 'container-jwt', subjectId: id, plaintext: token });
  return writer.enqueue(userId, 'start_container', id);
}

/** An execution that is still known may hang, and nothing else would end it once another has its place. */
export function endLater(writer: Writer, { id, userId, execution }: ContainerDocument): void {
  if (execution) writer.enqueue(userId, 'end_execution', id, { object: execution, afterMs: NOTICE_MS });
}
