import { GoogleError } from '../google.mjs';
import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';
import { projectNumber } from './accounts.mjs';

const HOST = 'storage.googleapis.com/storage/v1';
/** The role of the functions on the bucket of checkpoints. */
const WRITER = 'roles/storage.objectAdmin';
/** A task may wait a long time for its owner; what nobody has needed for this many days is deleted. */
const CHECKPOINT_DAYS = 365;
const rulesOf = {
  bucket: ({ settings }) => [remove({ age: checkpointDays(settings) }), abort(1)],
  buildBucket: () => [remove({ age: 7 }), abort(1)],
};

/** For how many days the bucket keeps a checkpoint. Throws Stop for a setting that would delete all of them at once. */
export function checkpointDays({ CHECKPOINT_DAYS: said = '' }) {
  const days = said.trim() === '' ? CHECKPOINT_DAYS : Number(said);
  if (Number.isInteger(days) && days >= 1) return days;
  throw new Stop(
    `CHECKPOINT_DAYS says ${said}. It must be a whole number, 1 or more: after so many days the bucket deletes a checkpoint.`,
  );
}

/** How many objects are deleted at once. */
const AT_ONCE = 20;

/** By default a bucket keeps what is deleted for a week, paid for: checkpoints that were replaced, and of deleted accounts. */
const keepsNothing = { retentionDurationSeconds: '0' };

function remove(condition) {
  return { action: { type: 'Delete' }, condition };
}
function abort(age) {
  return { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age } };
}

const policyOf = (name) => ({ kind: 'bucket', url: `${HOST}/b/${name}` });

function bucket(title, which, accountOf, role) {
  return {
    title,
    async look(context) {
      const { google, names } = context;
      const found = await findBucket(context, which);
      if (!found) return { is: 'missing' };
      if (!found.isOurs) throw isTaken(context, which);
      if (which === 'bucket' && found.lifecycle?.rule?.some(isEmptying)) throw isGoing(names.bucket);
      const members = membersOf(await readPolicy(google, policyOf(names[which])));
      const has = members(role).includes(`serviceAccount:${accountOf(names)}`);
      const isSame = JSON.stringify(found.lifecycle?.rule ?? []) === JSON.stringify(rulesOf[which](context));
      const isClosed = found.iamConfiguration?.publicAccessPrevention === 'enforced';
      const keepsDeleted = Number(found.softDeletePolicy?.retentionDurationSeconds ?? 0) > 0;
      return { is: has && isSame && isClosed && !keepsDeleted ? 'there' : 'different' };
    },
    async make(context, { is }) {
      const { google, region, names } = context;
      const name = names[which];
      const wanted = {
        lifecycle: { rule: rulesOf[which](context) },
        iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'enforced' },
        softDeletePolicy: keepsNothing,
      };
      if (is === 'missing') await create(context, which, { name, location: region.toUpperCase(), ...wanted });
      else await google.patch(`${HOST}/b/${name}`, wanted);
      await changePolicy(google, policyOf(name), { add: { [role]: [`serviceAccount:${accountOf(names)}`] } });
      return name;
    },
  };
}

/**
 * A bucket and whether it is ours, or null. Names of buckets are global and ours can be guessed: somebody else's must
 * not get our checkpoints, nor give us what we build, even if we may use it. One that its owner named may be anywhere.
 */
async function findBucket(context, which) {
  const { google, project, names } = context;
  const found = await google.find(`${HOST}/b/${names[which]}`).catch((error) => {
    if (error instanceof GoogleError && error.status === 403) return { isOurs: false };
    throw error;
  });
  if (!found || found.isOurs === false) return found;
  const isOurs = isNamed(context, which) || found.projectNumber === (await projectNumber(google, project));
  return { ...found, isOurs };
}

const isNamed = ({ settings }, which) => which === 'bucket' && Boolean(settings.CHECKPOINT_BUCKET);

async function create(context, which, wanted) {
  try {
    await context.google.post(`${HOST}/b?project=${context.project}`, wanted);
  } catch (error) {
    throw error instanceof GoogleError && error.status === 409 ? isTaken(context, which) : error;
  }
}

function isTaken({ project, names }, which) {
  const instead =
    which === 'bucket'
      ? `say CHECKPOINT_BUCKET=another-name in functions/.env.${project}`
      : 'deploy into another project';
  return new Stop(
    `The bucket ${names[which]} is somebody else's, or you may not see it. Ask for the role Storage Admin, or ${instead}, then run this again.`,
  );
}

/** So `npm run destroy` once emptied a bucket. A rule that is replaced may still be obeyed for a day. */
const isEmptying = ({ action, condition }) =>
  action.type === 'Delete' && condition.age === 0 && Object.keys(condition).length === 1;

const isGoing = (name) =>
  new Stop(
    `All that is in the bucket ${name} is being deleted, and new checkpoints would be, too. Delete the bucket, then run this again.`,
    `gcloud storage rm --recursive gs://${name}`,
  );

/**
 * Deletes all that is in a bucket of ours, for good, and then the bucket, unless its owner named it: who takes a name
 * that is free would get the checkpoints of the next deploy. One that another deployment uses, too, keeps all.
 * Resolves with what became of it; null if there is none.
 */
export async function removeBucket(context, which) {
  const { google, names } = context;
  const found = await findBucket(context, which);
  if (!found) return null;
  if (!found.isOurs) return 'others';
  const { own, isShared } = which === 'bucket' ? await usersOf(context) : {};
  // So the last deployment that deletes its data empties it.
  if (own?.length > 0) await changePolicy(google, policyOf(names[which]), { remove: { [WRITER]: own } });
  if (isShared) return 'shared';
  const url = `${HOST}/b/${names[which]}`;
  await google.patch(url, { softDeletePolicy: keepsNothing });
  for (;;) {
    // The previous first page is gone by now.
    const { items = [] } = await google.get(`${url}/o?versions=true&fields=items(name,generation)`);
    if (items.length === 0) break;
    for (let first = 0; first < items.length; first += AT_ONCE)
      await Promise.all(items.slice(first, first + AT_ONCE).map((object) => removeObject(google, url, object)));
  }
  if (isNamed(context, which)) return 'emptied';
  await google.delete(url);
  return 'deleted';
}

/**
 * Which of the functions' accounts a bucket of checkpoints has let in: of this project, and of others. CHECKPOINT_BUCKET
 * in functions/.env goes for every project, also for one that has nothing there. A deployment that was ended may have
 * kept its data.
 */
async function usersOf({ google, names }) {
  const { bindings = [] } = await readPolicy(google, policyOf(names.bucket));
  const [account, project] = names.functionsAccount.split('@');
  const users = bindings
    .flatMap(({ members = [] }) => members)
    .map((member) => ({ member, email: /^(?:deleted:)?serviceAccount:([^?]+)/.exec(member)?.[1] ?? '' }))
    .filter(({ email }) => email.startsWith(`${account}@`));
  const own = users.filter(({ email }) => email === `${account}@${project}`).map(({ member }) => member);
  return { own, isShared: users.length > own.length };
}

async function removeObject(google, url, { name, generation }) {
  await google.delete(`${url}/o/${encodeURIComponent(name)}?generation=${generation}`).catch((error) => {
    if (error.status !== 404) throw error;
  });
}

/** Where checkpoints are kept. */
export const checkpointBucket = bucket('Bucket of checkpoints', 'bucket', (names) => names.functionsAccount, WRITER);
/** Where Cloud Build finds the sources of the image. */
export const buildBucket = bucket(
  'Bucket of builds',
  'buildBucket',
  (names) => names.buildAccount,
  'roles/storage.objectViewer',
);
