import { env } from '../../settings/env.ts';
import { count } from '../../store/data.ts';
import { secretsOfKeys } from '../../store/queries.ts';

/** How many secrets need an older key to be read; one whose key is lost needs none of those. */
export async function secretsOfOlderKeys(): Promise<number> {
  const [, ...older] = env().SECRETS_KEYS.keys();
  return older.length === 0 ? 0 : count(secretsOfKeys(older));
}
