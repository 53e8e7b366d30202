import type { Container } from '@countersign/contract';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { notFound, upstreamFailed } from '../errors.ts';
import { containers } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { touch } from '../signals/touch.ts';
import { findContainer } from './find-container.ts';
import { restartContainer } from './restart-container.ts';
import { settleIfPossible } from './settle-if-possible.ts';
import { toContainer } from './to-container.ts';

/**
 * Starts a container again that is paused, or that Cloud Run has lost. Throws `not_found`, `illegal_move` for any other,
 * `upstream_failed` when Cloud Run refuses; the container is paused then.
 */
export async function resumeContainer(userId: string, id: string): Promise<Container> {
  const before = await settleIfPossible(await findContainer(userId, id));
  const entry = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container) throw notFound('Container');
    recordEvent(tx, { userId, actor: 'owner', action: 'container_resumed', subjectId: id, detail: {} });
    return restartContainer(tx, container, 'owner');
  });
  await Promise.all([drain(entry), endFormer(before)]);
  const container = await findContainer(userId, id);
  await touch(userId, [{ kind: 'container', id }]);
  if (container.status === 'paused' && container.completedAt === null) {
    throw upstreamFailed(`Cloud Run refused to start the container: ${container.message ?? 'no reason given'}`);
  }
  return toContainer(container);
}

/** A former execution that said it was ending may hang; nothing would look after it any more. */
async function endFormer({ execution }: ContainerDocument): Promise<void> {
  if (execution)
    await runtime()
      .cancel(execution)
      .catch(() => undefined);
}
