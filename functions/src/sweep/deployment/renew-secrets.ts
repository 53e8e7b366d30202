import { transact } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import type { SecretDocument } from '../../documents/secret.ts';
import { env } from '../../settings/env.ts';
import { secrets } from '../../store/firestore.ts';
import { secretsOfKeys } from '../../store/queries.ts';
import { renewed } from '../../secrets/store.ts';
import { each } from '../each.ts';
import type { Sweeper } from '../sweeper.ts';

/** Secrets renewed in one round. */
const AT_ONCE = 200;

/**
 * Encrypts secrets of older keys with the current key, so that the older keys can be retired. Those whose key is lost
 * stay, and keep none of the others from their turn.
 */
export const renewSecrets: Sweeper = async (_now, deadline) => {
  const [, ...older] = env().SECRETS_KEYS.keys();
  if (older.length === 0) return;
  await each('renewing a secret', await list(secretsOfKeys(older).limit(AT_ONCE)), deadline, renew);
};

async function renew({ id }: SecretDocument): Promise<void> {
  await transact(async (tx) => {
    const secret = await tx.read(secrets().doc(id));
    const again = secret && renewed(secret);
    if (again) tx.set(secrets().doc(id), again);
  });
}
