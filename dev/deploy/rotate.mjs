import { randomBytes } from 'node:crypto';
import { addVersion, fresh, newKeyId, readSecret } from './resources/secrets.mjs';
import { Stop } from './stop.mjs';

/**
 * Puts a new key before the others of a secret (`--rotate`), or takes away all but the newest (`--retire`). The deploy that
 * follows gives the functions the new version. No key is printed.
 */
export async function rotate({ google, project, rotate: rotated, retire }) {
  const name = rotated ?? retire;
  if (!(name in fresh))
    throw new Stop(`There is no secret ${name} to rotate here. There are: ${Object.keys(fresh).join(', ')}.`);
  const before = await readSecret(google, project, name);
  await addVersion(google, project, name, rotated ? withNewKey(name, before) : newestAlone(name, before));
  console.log(
    rotated ? `${name} has a new key; the old ones are still accepted.` : `${name} has its newest key alone.`,
  );
}

/** Exported for tests. */
function withNewKey(name, value) {
  if (name !== 'SECRETS_KEYS') return `${fresh[name]()}\n${value}`;
  return JSON.stringify({ [newKeyId()]: randomBytes(32).toString('base64'), ...JSON.parse(value) });
}

/** Exported for tests. */
function newestAlone(name, value) {
  if (name !== 'SECRETS_KEYS') return value.split(/\n(?=[^\n])/)[0].trimEnd();
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(value)).slice(0, 1)));
}
