import { read } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { notFound } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';

/** One's own container. Throws `not_found`, also for somebody else's. */
export async function readOwnContainer(userId: string, id: string): Promise<ContainerDocument> {
  const container = await read(containers().doc(id));
  if (!container || container.userId !== userId) throw notFound('Container');
  return container;
}
