import { GoogleError } from '../google.mjs';
import { OtherRegion, Stop } from '../stop.mjs';

const HOST = 'cloudfunctions.googleapis.com/v2';
/** By this, firebase-tools knows which functions belong together. */
const CODEBASE_LABEL = 'firebase-functions-codebase';

/**
 * The deployed functions, as Google describes them. Throws OtherRegion if they are in another one: firebase-tools would
 * delete those, with settings that only they have.
 */
export async function deployedFunctions(context) {
  const { region } = context;
  const { ours } = await functionsIn(context, region);
  if (ours.length > 0) return ours;
  const [elsewhere] = (await functionsIn(context, '-')).ours;
  if (elsewhere) throw new OtherRegion(otherRegion(context, elsewhere.name.split('/').at(-3)));
  return [];
}

/**
 * Throws OtherRegion before anything else is looked at. Where it cannot be known (an API that is not switched on, a right
 * that is missing), each step that needs the functions asks again.
 */
export const stopIfElsewhere = (context) =>
  deployedFunctions(context).catch((error) => {
    if (!(error instanceof GoogleError)) throw error;
  });

/** The names among ours that functions of something else have in this region. */
export const takenNames = async (context) => (await functionsIn(context, context.region)).others.map(idOf);

/** Throws Stop where deploying would replace functions of something else. */
export async function refuseTakenNames(context) {
  const taken = await takenNames(context);
  if (taken.length === 0) return;
  throw new Stop(
    `Something else than Countersign has deployed functions with names of ours in ${context.region}: ${taken.join(', ')}. Deploy into a project of its own; or, if nothing needs them, delete them and run this again.`,
    taken
      .map((name) => `gcloud functions delete ${name} --region ${context.region} --project ${context.project}`)
      .join(' && '),
  );
}

/** Whether one of ours uses a secret, in any region. */
export const isBound = async (context, secret) =>
  (await functionsIn(context, '-')).ours.some(({ serviceConfig }) => secretsOf(serviceConfig).includes(secret));

/** Those with our names; `-` stands for all regions. */
async function functionsIn({ google, project, names }, region) {
  const found = await google.list(`${HOST}/projects/${project}/locations/${region}/functions`, 'functions');
  const named = found.filter((one) => names.functions.includes(idOf(one)));
  const isOurs = (one) => isCountersign(names, one);
  return { ours: named.filter(isOurs), others: named.filter((one) => !isOurs(one)) };
}

/** Version 0.1.0 was deployed by `firebase deploy`, which gives no label: what such a function runs with tells it. */
const isCountersign = (names, { labels, serviceConfig }) =>
  labels?.[CODEBASE_LABEL] === names.codebase ||
  serviceConfig?.serviceAccountEmail === names.functionsAccount ||
  secretsOf(serviceConfig).includes('SECRETS_KEYS');

const secretsOf = ({ secretEnvironmentVariables = [] } = {}) => secretEnvironmentVariables.map(({ secret }) => secret);

const idOf = ({ name }) => name.split('/').at(-1);

const otherRegion = ({ project, region }, other) =>
  [
    `Countersign is deployed in ${other}, not in ${region}. Say that:  --region ${other}`,
    `To move it, end it there first, which keeps all data:  npm run destroy -- --project ${project} --region ${other} --yes`,
  ].join('\n');
