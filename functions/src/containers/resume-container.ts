import type { Container } from '@countersign/contract';
import { recordEvent } from '../audit/record-event.ts';
import { isAllowedTag, tagRefusal } from '../settings/image-tags.ts';
import { transact } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { conflict, notFound, upstreamFailed } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { readOwnContainer } from '../own/read-own-container.ts';
import { restartContainer } from './wake/restart-container.ts';
import { reconcileIfPossible } from './reconcile/reconcile-if-possible.ts';
import { toContainerReply } from '../replies/container-reply.ts';

/**
 * Starts a container again that is paused or that Cloud Run has lost. Throws `not_found`, `illegal_move` for any other,
 * `conflict` where its image tag is no longer allowed, and `upstream_failed` when Cloud Run refuses; the container is
 * paused then.
 */
export async function resumeContainer(userId: string, id: string): Promise<Container> {
  const before = await reconcileIfPossible(await readOwnContainer(userId, id));
  const start = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container) throw notFound('Container');
    if (!isAllowedTag(container.imageTag)) throw conflict(tagRefusal(container.imageTag));
    recordEvent(tx, { userId, actor: 'owner', action: 'container_resumed', subjectId: id, detail: {} });
    return restartContainer(tx, container, 'owner');
  });
  await endFormer(before);
  const container = await readOwnContainer(userId, id);
  if (start.outcome === 'refused') {
    throw upstreamFailed(`Cloud Run refused to start the container: ${container.message ?? 'no reason given'}`);
  }
  return toContainerReply(container);
}

/** A former execution that reported its exit may hang, and nothing else would end it. */
async function endFormer({ execution }: ContainerDocument): Promise<void> {
  if (execution)
    await runtime()
      .cancel(execution)
      .catch(() => undefined);
}
