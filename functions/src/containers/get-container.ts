import type { Container } from '@countersign/contract';
import { read } from '../store/data.ts';
import { projects } from '../store/firestore.ts';
import { readOwnContainer } from '../own/read-own-container.ts';
import { toContainerReply } from '../replies/container-reply.ts';

/** One container with its project. Throws `not_found`. */
export async function getContainer(userId: string, id: string): Promise<Container> {
  const container = await readOwnContainer(userId, id);
  return toContainerReply(container, await read(projects().doc(container.projectId)));
}
