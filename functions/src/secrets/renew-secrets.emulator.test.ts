import { routes } from '@countersign/contract';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { commit } from '../store/data.ts';
import { env } from '../settings/env.ts';
import { secrets } from '../store/firestore.ts';
import { secretsOfOlderKeys } from '../sweep/deployment/secrets-of-older-keys.ts';
import { sweep } from '../sweep/sweep.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { encrypt } from './cipher.ts';
import { readSecret, secretId } from './store.ts';

const old = ['old', randomBytes(32)] as const;
const SECRETS_KEYS = JSON.stringify(
  Object.fromEntries([['new', randomBytes(32)] as const, old].map(([id, key]) => [id, key.toString('base64')])),
);
useTestEnvironment({ SECRETS_KEYS });
const api = useApi();

test('the sweeper encrypts with the current key what an older one held', async () => {
  const { user, client } = await api.newUser();
  const body = { name: 'x', owner: 'acme', url: 'https://github.com/acme/x' };
  const { id } = await client.call(routes.postRepository, { body });
  const githubToken = `ghp_${'a1B2'.repeat(9)}`;
  await client.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken } });
  const ref = secrets().doc(secretId('repository-token', id));
  const stored = (await ref.get()).data();
  if (!stored) throw new Error('the secret is missing');
  expect(JSON.stringify(stored)).not.toContain(githubToken);
  const older = encrypt(new Map([old]), githubToken, `${user.userId}\n${stored.id}`);
  await commit((writer) => writer.set(ref, { ...stored, ...older }));
  // Secrets whose key is lost, as many as one round renews: they do not keep this one from its turn.
  const lost = Array.from({ length: 200 }, (_, number) => ({
    ...stored,
    ...older,
    id: `a-${number}`,
    keyId: 'a-lost',
  }));
  await commit((writer) => lost.forEach((secret) => writer.set(secrets().doc(secret.id), secret)));

  expect(await secretsOfOlderKeys(), 'those whose key is lost need none').toBe(1);

  await sweep();

  expect((await ref.get()).data()?.keyId).toBe([...env().SECRETS_KEYS.keys()][0]);
  expect(await secretsOfOlderKeys()).toBe(0);
  expect(await readSecret(user.userId, 'repository-token', id)).toBe(githubToken);
  expect(await readSecret('somebody else', 'repository-token', id)).toBeNull();
});
