import { env } from '../settings/env.ts';
import { count } from '../store/data.ts';
import { secretsOfKeys } from '../store/queries.ts';

/** How many secrets could not be read any more without the older keys; one whose key is lost already needs none of them. */
export async function secretsOfOlderKeys(): Promise<number> {
  const [, ...older] = env().SECRETS_KEYS.keys();
  return older.length === 0 ? 0 : count(secretsOfKeys(older));
}
