import { read } from '../store/data.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import { notFound } from '../lib/errors.ts';
import { repositories } from '../store/firestore.ts';

/** The caller's repository; throws `not_found` when it is missing or somebody else's. */
export async function readOwnRepository(userId: string, id: string): Promise<RepositoryDocument> {
  const repository = await read(repositories().doc(id));
  if (repository?.userId !== userId) throw notFound('Repository');
  return repository;
}
