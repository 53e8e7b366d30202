import { read } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { notFound } from '../errors.ts';
import { containers } from '../firestore.ts';

/** One's own container. Throws `not_found`, also for somebody else's. */
export async function findContainer(userId: string, id: string): Promise<ContainerDocument> {
  const container = await read(containers().doc(id));
  if (!container || container.userId !== userId) throw notFound('Container');
  return container;
}
