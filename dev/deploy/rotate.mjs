import { createHash } from 'node:crypto';
import { callInternal } from './internal.mjs';
import { deployedFunctions } from './resources/deployed.mjs';
import { addVersion, annotate, fresh, newestVersion, readAnnotation, readSecret } from './resources/secrets.mjs';
import { Stop } from './stop.mjs';

/**
 * Annotation of a secret: the fingerprint of the newest key that a rotation added, wherever it now is; with the suffix
 * below, once the rotation has ended.
 */
const ADDED = 'countersign-added-key';
const ENDED = '-ended';

/** Effects of retiring a key that nobody can look up beforehand. */
const TOLD = {
  JWT_KEY:
    'Containers that were started less than seven days before their key was changed may still run with a token of the old one; they have to be started again.',
  VAPID_KEYS:
    'Browsers that subscribed with an older key are not notified until the app is opened in them again: it then subscribes anew by itself.',
  EVIDENCE_KEYS: 'The older public keys are no longer published: pin them where older notes are to be checked.',
};

/**
 * Gives a secret a new key, in two steps: functions are not replaced all at once, and what one of them signs or
 * encrypts the others must already know. First the new key is put behind the others, accepted but not used; when all
 * functions have it, it moves to the front. After an interruption anywhere, the next run continues from there.
 * `deployAll` deploys what differs. No key is printed.
 */
export async function rotate(context, deployAll) {
  const name = context.rotate;
  const before = await lookAt(context, name);
  if (before.isAddedInFront && !before.isBound) {
    await deployAll(context);
    await noteEnd(context, name, before.keys[0]);
    return say(name, 'has its new key in use now, as was begun; the old ones are still accepted.');
  }
  if (!before.isAddedLast) {
    // Somebody's own version, which not all functions have yet.
    if (!before.isBound) await deployAll(context);
    await addKey(context, name, before.keys);
    say(name, 'has a new key, which is accepted and not used yet.');
  }
  await deployAll(context);
  const waiting = await lookAt(context, name);
  if (!waiting.isAddedLast || !waiting.isBound)
    throw new Stop(`Not all functions have the new key of ${name} yet, so it is not used. Run this again.`);
  const key = waiting.keys.at(-1);
  await write(context, name, [key, ...waiting.keys.slice(0, -1)]);
  await deployAll(context);
  await noteEnd(context, name, key);
  say(name, 'has its new key in use; the old ones are still accepted.');
}

/** Removes all keys of a secret but the one in use. Throws Stop if another one is known to be needed. */
export async function retire(context) {
  const name = context.retire;
  const { keys, isAddedLast, isBound } = await lookAt(context, name);
  if (keys.length === 1) return say(name, 'has one key alone.');
  if (isAddedLast || !isBound)
    throw new Stop(
      `${name} is not rotated to its end: not all functions use its newest key. First run  --rotate ${name}`,
    );
  if (name === 'SECRETS_KEYS') await checkRenewed(context);
  if (TOLD[name]) console.log(`${TOLD[name]} That cannot be looked up here.`);
  await write(context, name, keys.slice(0, 1));
  say(name, 'has its newest key alone.');
}

async function checkRenewed(context) {
  const { secretsOfOlderKeys } = await callInternal(context, 'keys');
  if (secretsOfOlderKeys === 0) return;
  throw new Stop(
    `${secretsOfOlderKeys} stored secrets are still encrypted with older keys, and could not be read any more. The sweep renews them, 200 a minute: run this again later.`,
  );
}

/**
 * The keys of a secret, and how far its rotation has come: where the key added by an unfinished rotation is, and
 * whether all functions have the newest version.
 */
async function lookAt(context, name) {
  const { google, project } = context;
  if (!(name in fresh))
    throw new Stop(`There is no secret ${name} to rotate here. There are: ${Object.keys(fresh).join(', ')}.`);
  const newest = await newestVersion(google, project, name);
  if (!newest) throw new Stop(`There is no secret ${name} in ${project} yet. Deploy first.`);
  const keys = keysIn(name, await readSecret(google, project, name));
  const added = await readAnnotation(google, project, name, ADDED);
  const isAdded = (key) => keys.length > 1 && fingerprint(key) === added;
  return {
    keys,
    isAddedInFront: isAdded(keys[0]),
    isAddedLast: isAdded(keys.at(-1)),
    isBound: await isBound(context, name, newest.version),
  };
}

/** Whether each function that has this secret has it in this version. */
async function isBound(context, name, version) {
  const deployed = await deployedFunctions(context);
  const bound = deployed.filter((one) => secretOf(one, name) !== undefined);
  const isNewest = (one) => one.state === 'ACTIVE' && secretOf(one, name).version === version;
  return deployed.length === context.names.functions.length && bound.length > 0 && bound.every(isNewest);
}

const secretOf = ({ serviceConfig }, name) => serviceConfig.secretEnvironmentVariables?.find(({ key }) => key === name);

/** It is recorded as the added key before it exists: a run that is stopped between the two adds another. */
async function addKey(context, name, keys) {
  const [key] = keysIn(name, fresh[name]());
  await annotate(context.google, context.project, name, { [ADDED]: fingerprint(key) });
  await write(context, name, [...keys, key]);
}

/** Without this, a later version that not all functions have would look like a rotation stopped near its end. */
const noteEnd = ({ google, project }, name, key) =>
  annotate(google, project, name, { [ADDED]: `${fingerprint(key)}${ENDED}` });

const write = ({ google, project }, name, keys) => addVersion(google, project, name, textOf(name, keys));

/** Secrets with several keys are lines, the first in use, but for those with ids; see functions/src/settings/env.ts. */
function keysIn(name, text) {
  if (name !== 'SECRETS_KEYS') return text.split(/\n(?=[^\n])/);
  return Object.entries(JSON.parse(text)).map((entry) => JSON.stringify(entry));
}

function textOf(name, keys) {
  if (name !== 'SECRETS_KEYS') return keys.join('\n');
  return JSON.stringify(Object.fromEntries(keys.map((key) => JSON.parse(key))));
}

/** The fingerprint of a key of 256 random bits: it reveals nothing of the key. */
const fingerprint = (key) => createHash('sha256').update(key).digest('hex').slice(0, 16);
const say = (name, words) => console.log(`${name} ${words}`);
