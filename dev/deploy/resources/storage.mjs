import { GoogleError } from '../google.mjs';
import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';

const HOST = 'storage.googleapis.com/storage/v1';
/** A task may wait a long time for its owner; what nobody has needed for this many days is deleted. */
const CHECKPOINT_DAYS = 365;
const rulesOf = {
  bucket: ({ settings }) => [remove({ age: Number(settings.CHECKPOINT_DAYS || CHECKPOINT_DAYS) }), abort(1)],
  buildBucket: () => [remove({ age: 7 }), abort(1)],
};

/** By default a bucket keeps what is deleted for a week, paid for: checkpoints that were replaced, and of deleted accounts. */
export const keepsNothing = { retentionDurationSeconds: '0' };

function remove(condition) {
  return { action: { type: 'Delete' }, condition };
}
function abort(age) {
  return { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age } };
}

function bucket(title, which, accountOf, role) {
  const policyOf = (name) => ({ kind: 'bucket', url: `${HOST}/b/${name}` });
  return {
    title,
    async look(context) {
      const { google, names } = context;
      const found = await findOwn(google, names[which]);
      if (!found) return { is: 'missing' };
      const members = membersOf(await readPolicy(google, policyOf(names[which])));
      const has = members(role).includes(`serviceAccount:${accountOf(names)}`);
      const isSame = JSON.stringify(found.lifecycle?.rule ?? []) === JSON.stringify(rulesOf[which](context));
      const isClosed = found.iamConfiguration?.publicAccessPrevention === 'enforced';
      const keepsDeleted = Number(found.softDeletePolicy?.retentionDurationSeconds ?? 0) > 0;
      return { is: has && isSame && isClosed && !keepsDeleted ? 'there' : 'different' };
    },
    async make(context, { is }) {
      const { google, project, region, names } = context;
      const name = names[which];
      const wanted = {
        lifecycle: { rule: rulesOf[which](context) },
        iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'enforced' },
        softDeletePolicy: keepsNothing,
      };
      if (is === 'missing') await create(google, project, { name, location: region.toUpperCase(), ...wanted });
      else await google.patch(`${HOST}/b/${name}`, wanted);
      await changePolicy(google, policyOf(name), { add: { [role]: [`serviceAccount:${accountOf(names)}`] } });
      return name;
    },
  };
}

/** Names of buckets are global: one that is somebody else's must not get our checkpoints. */
async function findOwn(google, name) {
  try {
    return await google.find(`${HOST}/b/${name}`);
  } catch (error) {
    throw error instanceof GoogleError && error.status === 403 ? isTaken(name) : error;
  }
}

async function create(google, project, wanted) {
  try {
    await google.post(`${HOST}/b?project=${project}`, wanted);
  } catch (error) {
    throw error instanceof GoogleError && error.status === 409 ? isTaken(wanted.name) : error;
  }
}

const isTaken = (name) =>
  new Stop(
    `The bucket ${name} is somebody else's, or you may not see it. Ask for the role Storage Admin, or say CHECKPOINT_BUCKET=another-name in functions/.env, then run this again.`,
  );

/** Where checkpoints are kept. */
export const checkpointBucket = bucket(
  'Bucket of checkpoints',
  'bucket',
  (names) => names.functionsAccount,
  'roles/storage.objectAdmin',
);
/** Where Cloud Build finds the sources of the image. */
export const buildBucket = bucket(
  'Bucket of builds',
  'buildBucket',
  (names) => names.buildAccount,
  'roles/storage.objectViewer',
);
