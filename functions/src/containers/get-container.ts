import type { Container } from '@countersign/contract';
import { read } from '../data.ts';
import { projects } from '../firestore.ts';
import { findContainer } from './find-container.ts';
import { toContainer } from './to-container.ts';

/** One container with its project. Throws `not_found`. */
export async function getContainer(userId: string, id: string): Promise<Container> {
  const container = await findContainer(userId, id);
  return toContainer(container, await read(projects().doc(container.projectId)));
}
