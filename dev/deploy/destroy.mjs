import { removeBudget } from './resources/budget.mjs';
import { deployedFunctions, takenNames } from './resources/deployed.mjs';
import { scheduleUrl } from './resources/functions.mjs';
import { jobUrls } from './resources/job.mjs';
import { fresh, isOurSecret, labelUsed, storedModelKeys } from './resources/secrets.mjs';
import { assumeSettings, lackingSettings } from './resources/settings.mjs';
import { removeBucket } from './resources/storage.mjs';
import { disableSite } from './resources/web.mjs';
import { addSetting } from './settings.mjs';
import { Stop } from './stop.mjs';

/** Each thing with how it is deleted; the database, with all that people have made, and the checkpoints separately. */
const things = [
  [
    'Functions',
    async (context) => (await deployedFunctions(context)).map(({ name }) => `cloudfunctions.googleapis.com/v2/${name}`),
  ],
  ['Schedule', async (context) => ((await takenNames(context)).includes('sweep') ? [] : [scheduleUrl(context)])],
  ['Jobs of containers', jobUrls],
  ['Image of the agent', ({ names }) => [`artifactregistry.googleapis.com/v1/${names.repository}`]],
  [
    'Service accounts',
    ({ project, names }) =>
      [names.functionsAccount, names.agentsAccount, names.buildAccount].map(
        (email) => `iam.googleapis.com/v1/projects/${project}/serviceAccounts/${email}`,
      ),
  ],
];

/** Deletes what `npm run deploy` made; what people made, with the keys that open it, only when asked twice. */
export async function destroy(context) {
  const { google, project, deleteData, yes } = context;
  if (!yes)
    throw new Stop(
      `This ends Countersign in ${project} for everybody. Confirm with --yes; add --delete-data ${project} to delete all data, too.`,
    );
  if (deleteData !== undefined && deleteData !== project)
    throw new Stop(`--delete-data says ${deleteData}, the project is ${project}: nothing was deleted.`);
  await rememberBucket(context);
  await labelUsed(context);
  const isDisabled = await disableSite(context).catch(ignoreMissing);
  console.log(
    `Pages                        ${isDisabled === false ? 'kept: Countersign did not deploy them' : 'disabled'}`,
  );
  for (const [title, urlsOf] of things) {
    for (const url of await urlsOf(context)) await remove(google, url);
    console.log(`${title.padEnd(28)} deleted`);
  }
  for (const name of await takenNames(context)) {
    console.log(`Function ${name.padEnd(19)} kept: Countersign did not deploy it`);
  }
  console.log(`${'Budget'.padEnd(28)} ${(await removeBudget(context).catch(ignoreMissing)) ?? 'none'}`);
  if (deleteData === undefined) {
    console.log(
      `Kept: the database, people's accounts, checkpoints and secrets. They go, for good, with  --yes --delete-data ${project}`,
    );
    return 0;
  }
  const { people, others, ...buckets } = await deleteAllData(context);
  console.log(`People's accounts            deleted (${people})`);
  console.log('Database, secrets            deleted');
  for (const name of others) {
    console.log(`Secret ${name.padEnd(21)} kept: not known to be Countersign's. To delete it:
    gcloud secrets delete ${name} --project ${project}`);
  }
  for (const name of await storedModelKeys(google, project)) {
    // Its owner stored it, and other things may use it.
    console.log(`Key of a model               kept. To delete it:  gcloud secrets delete ${name} --project ${project}`);
  }
  return tellBuckets(context, buckets);
}

/** Says what became of both buckets. Returns 1 if checkpoints may be left. */
function tellBuckets({ project, names, settings }, { bucket, builds, isAgain }) {
  const tell = (what, words) => console.log(`${what.padEnd(28)} ${words}`);
  const file = `functions/.env.${project}`;
  if (builds === 'deleted') tell('Bucket of builds', 'deleted');
  if (builds === 'others') tell('Bucket of builds', `kept: ${names.buildBucket} is somebody else's`);
  if (bucket === 'deleted') tell('Bucket of checkpoints', 'deleted');
  if (bucket === 'emptied')
    tell(
      'Bucket of checkpoints',
      `emptied, and kept: CHECKPOINT_BUCKET names it. To delete it:
    gcloud storage buckets delete gs://${names.bucket}`,
    );
  if (bucket === 'shared') {
    const never = settings.CHECKPOINT_BUCKET
      ? `; if this project has none there, say CHECKPOINT_BUCKET= in ${file}`
      : '';
    tell(
      'Checkpoints',
      `kept: functions of another project use the bucket ${names.bucket}, too. Run this again when its policy names none of their accounts any more${never}`,
    );
    return 1;
  }
  if (bucket === 'deleted' || bucket === 'emptied') return 0;
  const isDone = bucket === null && isAgain && !settings.CHECKPOINT_BUCKET;
  const found =
    bucket === 'others'
      ? `not found: the bucket ${names.bucket} is somebody else's, or you may not see it`
      : `${isDone ? 'none left' : 'not found'}: this project has no bucket ${names.bucket}`;
  tell('Checkpoints', `${found}. Were they in another one, say CHECKPOINT_BUCKET=NAME in ${file}, then run this again`);
  return isDone ? 0 : 1;
}

/**
 * A bucket that only the deploying person named is known to nobody but the functions, which are deleted first; a second
 * run and a later deploy must still find the checkpoints.
 */
async function rememberBucket(context) {
  const lacking = await lackingSettings(context);
  assumeSettings(context, lacking);
  const { CHECKPOINT_BUCKET } = lacking;
  if (CHECKPOINT_BUCKET) addSetting(context.project, 'CHECKPOINT_BUCKET', CHECKPOINT_BUCKET);
}

/** Resolves with how many people had an account, the secrets that are not ours, and what became of the buckets. */
async function deleteAllData(context) {
  const { google, project, names } = context;
  const HOST = 'firestore.googleapis.com/v1';
  const isAgain = !(await google.find(`${HOST}/${names.database}`));
  if (!isAgain) {
    const unprotected = { deleteProtectionState: 'DELETE_PROTECTION_DISABLED' };
    await google.finished(
      HOST,
      await google.patch(`${HOST}/${names.database}?updateMask=deleteProtectionState`, unprotected),
    );
    await google.finished(HOST, await google.delete(`${HOST}/${names.database}`));
  }
  const people = await deletePeople(google, `identitytoolkit.googleapis.com/v1/projects/${project}/accounts`);
  const others = await deleteSecrets(context);
  const bucket = await removeBucket(context, 'bucket');
  return { people, others, bucket, builds: await removeBucket(context, 'buildBucket'), isAgain };
}

/** Resolves with the names of those that are not ours, and stay. */
async function deleteSecrets(context) {
  const others = [];
  for (const name of Object.keys(fresh)) {
    const isOurs = await isOurSecret(context, name).catch(ignoreMissing);
    if (isOurs === false) others.push(name);
    if (isOurs)
      await remove(context.google, `secretmanager.googleapis.com/v1/projects/${context.project}/secrets/${name}`);
  }
  return others;
}

/** Deletes everybody's account at the identity provider, with address, name and password hash, one page at a time. */
async function deletePeople(google, accounts) {
  let deleted = 0;
  for (;;) {
    // The previous first page is gone by now.
    const { users = [] } = (await google.get(`${accounts}:batchGet?maxResults=500`).catch(ignoreNoProvider)) ?? {};
    if (users.length === 0) return deleted;
    const localIds = users.map(({ localId }) => localId);
    const { errors = [] } = await google.post(`${accounts}:batchDelete`, { localIds, force: true });
    if (errors.length > 0)
      throw new Stop(
        `${errors.length} accounts of people were not deleted (${errors[0].message}). Run this again: what is done stays.`,
      );
    deleted += localIds.length;
  }
}

/** What is already gone is fine: a second run continues where the first stopped. */
async function remove(google, url) {
  const [host, version] = url.split('/');
  const operation = await google.delete(url).catch(ignoreMissing);
  if (operation?.name?.includes('operations/')) await google.finished(`${host}/${version}`, operation);
}

function ignoreMissing(error) {
  if (error.status !== 404) throw error;
}

/** A project in which nobody switched on signing in has no accounts. */
function ignoreNoProvider(error) {
  if (error.status !== 404 && !error.words?.includes('CONFIGURATION_NOT_FOUND')) throw error;
}
