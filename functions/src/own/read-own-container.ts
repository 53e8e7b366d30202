import { read } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { notFound } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';

/** The caller's container; throws `not_found` when it is missing or somebody else's. */
export async function readOwnContainer(userId: string, id: string): Promise<ContainerDocument> {
  const container = await read(containers().doc(id));
  if (!container || container.userId !== userId) throw notFound('Container');
  return container;
}
