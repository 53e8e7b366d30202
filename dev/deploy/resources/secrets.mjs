import { createECDH, randomBytes } from 'node:crypto';
import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';
import { isBound } from './deployed.mjs';

const HOST = 'secretmanager.googleapis.com/v1';
const ACCESSOR = 'roles/secretmanager.secretAccessor';
/** Marks secrets as ours: another app's may have the same names. */
const LABEL = { 'made-by': 'countersign' };

/** A new value of each secret that Countersign makes itself; it goes to Secret Manager and nowhere else. */
export const fresh = {
  SECRETS_KEYS: () => JSON.stringify({ [newKeyId()]: randomBytes(32).toString('base64') }),
  JWT_KEY: () => randomBytes(32).toString('base64url'),
  SWEEP_KEY: () => randomBytes(32).toString('base64url'),
  VAPID_KEYS: newVapidKey,
  EVIDENCE_KEYS: () => randomBytes(32).toString('base64url'),
};

const newKeyId = () => `k${randomBytes(4).toString('hex')}`;

/** A private P-256 key, by which push services know this deployment. */
function newVapidKey() {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

function secret(name) {
  return {
    title: `Secret ${name}`,
    async look(context) {
      const { google, project, names } = context;
      const path = `${HOST}/projects/${project}/secrets/${name}`;
      const found = await google.find(path);
      if (!found) return { is: 'missing' };
      if (!(await isOurSecret(context, name))) throw isOthers(project, name);
      const newest = await newestVersion(google, project, name);
      if (!newest) return { is: 'missing', exists: true };
      if (newest.state !== 'ENABLED') {
        const enable = `gcloud secrets versions enable ${newest.version} --secret ${name} --project ${project}`;
        throw new Stop(
          `The newest version of the secret ${name} is ${newest.state.toLowerCase()}. Enable it, or add one; what it has encrypted cannot be read with a new key.`,
          newest.state === 'DISABLED' ? enable : undefined,
        );
      }
      const members = membersOf(await readPolicy(google, { url: path }));
      const has = members(ACCESSOR).includes(`serviceAccount:${names.functionsAccount}`);
      return { is: has && isLabelled(found) ? 'there' : 'different' };
    },
    async make({ google, project, names }, { is, exists }) {
      const path = `${HOST}/projects/${project}/secrets/${name}`;
      if (is === 'missing' && !exists) {
        const wanted = { replication: { automatic: {} }, labels: LABEL };
        await google.post(`${HOST}/projects/${project}/secrets?secretId=${name}`, wanted);
      } else {
        await addLabel(google, path, await google.get(path));
      }
      if (is === 'missing') await addVersion(google, project, name, fresh[name]());
      await changePolicy(google, { url: path }, { add: { [ACCESSOR]: [`serviceAccount:${names.functionsAccount}`] } });
    },
  };
}

const isLabelled = ({ labels = {} }) => Object.entries(LABEL).every(([key, value]) => labels[key] === value);

const addLabel = (google, path, { labels }) =>
  google.patch(`${path}?updateMask=labels`, { labels: { ...labels, ...LABEL } });

/** Whether an existing secret is ours. Earlier versions made them without the label: it may have no value yet. */
export async function isOurSecret(context, name) {
  const { google, project } = context;
  const found = await google.get(`${HOST}/projects/${project}/secrets/${name}`);
  return isLabelled(found) || !(await newestVersion(google, project, name)) || isUsed(context, name);
}

/** Whether our functions use it, or could: a deleted account stays in policies for a while. */
async function isUsed(context, name) {
  const { google, project, names } = context;
  const ours = `serviceAccount:${names.functionsAccount}`;
  const members = membersOf(await readPolicy(google, { url: `${HOST}/projects/${project}/secrets/${name}` }))(ACCESSOR);
  const isOurs = (member) => member === ours || member.startsWith(`deleted:${ours}?`);
  return members.some(isOurs) || isBound(context, name);
}

/** Labels the secrets that only their use tells to be ours, before that ends. */
export async function labelUsed(context) {
  const { google, project } = context;
  for (const name of Object.keys(fresh)) {
    const path = `${HOST}/projects/${project}/secrets/${name}`;
    const found = await google.find(path);
    if (found && !isLabelled(found) && (await isUsed(context, name))) await addLabel(google, path, found);
  }
}

function isOthers(project, name) {
  const [label] = Object.entries(LABEL).map((words) => words.join('='));
  return new Stop(
    `The secret ${name} is not known to be Countersign's, which would change it. Deploy into a project of its own; or, if nothing else uses it, say that it is ours, then run this again.`,
    `gcloud secrets update ${name} --update-labels ${label} --project ${project}`,
  );
}

/** The secrets that Countersign makes itself. */
export const secrets = Object.keys(fresh).map(secret);

/** The secrets with models' keys that MODEL_BASE_URL and MODELS name; see functions/src/settings/model-table.ts. */
export function modelKeyNames({ MODEL_BASE_URL, MODELS }) {
  const named = Object.values(parsed(MODELS)).flatMap((one) => (typeof one?.key === 'string' ? [one.key] : []));
  return [...new Set([...(MODEL_BASE_URL ? ['MODEL_API_KEY'] : []), ...named])];
}

function parsed(models) {
  try {
    return JSON.parse(models || '{}') ?? {};
  } catch {
    throw new Stop(
      'MODELS is not a JSON object of name → {"baseUrl", "model", "key", …}. Fix it, then run this again.',
    );
  }
}

/** The keys of the models, which only their owner has. */
export const modelKey = {
  title: 'Keys of the models',
  async look({ google, project, settings }) {
    const names = modelKeyNames(settings);
    if (names.length === 0) return { is: 'there', detail: 'not needed: no model has one' };
    for (const name of names) {
      if ((await newestVersion(google, project, name))?.state === 'ENABLED') continue;
      throw new Stop(
        `A model is set whose key, ${name}, is not stored. Store it, then run this again.`,
        `npx firebase functions:secrets:set ${name} --project ${project}`,
      );
    }
    return { is: 'there' };
  },
  make: async () => undefined,
};

/** The names of all keys of models that are stored, whatever the settings name by now. */
export async function storedModelKeys(google, project) {
  const stored = await google.list(`${HOST}/projects/${project}/secrets`, 'secrets');
  return stored.map(({ name }) => name.split('/').at(-1)).filter((name) => /^MODEL_API_KEY(_|$)/.test(name));
}

export async function newestVersion(google, project, name) {
  const found = await google.find(`${HOST}/projects/${project}/secrets/${name}/versions/latest`);
  return found && { ...found, version: found.name.split('/').at(-1) };
}

/** An annotation of a secret, outside its value; undefined if there is none. */
export async function readAnnotation(google, project, name, annotation) {
  const { annotations = {} } = await google.get(`${HOST}/projects/${project}/secrets/${name}`);
  return annotations[annotation];
}

/** Annotates a secret, keeping others' annotations. */
export async function annotate(google, project, name, annotations) {
  const url = `${HOST}/projects/${project}/secrets/${name}`;
  const before = (await google.get(url)).annotations;
  await google.patch(`${url}?updateMask=annotations`, { annotations: { ...before, ...annotations } });
}

export async function addVersion(google, project, name, value) {
  const data = Buffer.from(value).toString('base64');
  await google.post(`${HOST}/projects/${project}/secrets/${name}:addVersion`, { payload: { data } });
}

export async function readSecret(google, project, name) {
  const { payload } = await google.get(`${HOST}/projects/${project}/secrets/${name}/versions/latest:access`);
  return Buffer.from(payload.data, 'base64').toString();
}
