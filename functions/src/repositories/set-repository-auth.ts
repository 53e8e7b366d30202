import type { Repository } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { invalidField, notFound } from '../lib/errors.ts';
import { repositories } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { deleteSecret, putSecret } from '../secrets/store.ts';
import { checkToken } from './check-token.ts';
import { readOwnRepository } from '../own/read-own-repository.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';

export interface RepositoryAuthChange {
  /** Empty or absent keeps the stored token, null removes it. */
  githubToken?: string | null | undefined;
  isPrivate?: boolean | undefined;
}

/**
 * Stores or removes a repository's token. Throws `not_found`, and `invalid` when GitHub says that it does not open it.
 */
export async function setRepositoryAuth(
  { userId }: UserCaller,
  id: string,
  { githubToken, isPrivate }: RepositoryAuthChange,
): Promise<Repository> {
  const known = await readOwnRepository(userId, id);
  if (githubToken && !(await checkToken(known, githubToken))) {
    throw invalidField('githubToken', `This token gives no access to ${known.owner}/${known.name} on GitHub`);
  }
  const ref = repositories().doc(id);
  const changed = await transact(async (tx) => {
    const repository = await tx.read(ref);
    if (!repository) throw notFound('Repository');
    const change = {
      hasToken: githubToken === null ? false : githubToken ? true : repository.hasToken,
      isPrivate: isPrivate ?? repository.isPrivate,
      lastUpdated: Timestamp.now(),
    };
    if (githubToken === null) deleteSecret(tx, 'repository-token', id);
    if (githubToken) putSecret(tx, { userId, kind: 'repository-token', subjectId: id, plaintext: githubToken });
    tx.update(ref, change);
    const detail = { hasToken: change.hasToken, isPrivate: change.isPrivate };
    recordEvent(tx, { userId, actor: 'owner', action: 'repository_auth_set', subjectId: id, detail });
    tx.signal(userId, { kind: 'repository', id });
    return { ...repository, ...change };
  });
  return toRepositoryReply(changed);
}
