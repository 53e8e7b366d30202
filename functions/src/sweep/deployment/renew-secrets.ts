import { transact } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import type { SecretDocument } from '../../documents/secret.ts';
import { env } from '../../settings/env.ts';
import { secrets } from '../../store/firestore.ts';
import { secretsOfOtherKeys } from '../../store/queries.ts';
import { renewed } from '../../secrets/store.ts';
import { each } from '../each.ts';
import type { Sweeper } from '../sweeper.ts';

/** Encrypts secrets of older keys with the current key, so that the older keys can be retired. */
export const renewSecrets: Sweeper = async (_now, deadline) => {
  const [current] = env().SECRETS_KEYS.keys();
  if (current === undefined) return;
  await each('renewing a secret', await list(secretsOfOtherKeys(current).limit(200)), deadline, renew);
};

async function renew({ id }: SecretDocument): Promise<void> {
  await transact(async (tx) => {
    const secret = await tx.read(secrets().doc(id));
    const again = secret && renewed(secret);
    if (again) tx.set(secrets().doc(id), again);
  });
}
