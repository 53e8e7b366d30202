import { createECDH, randomBytes } from 'node:crypto';
import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';

const HOST = 'secretmanager.googleapis.com/v1';
const ACCESSOR = 'roles/secretmanager.secretAccessor';

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
    async look({ google, project, names }) {
      const path = `${HOST}/projects/${project}/secrets/${name}`;
      if (!(await google.find(path))) return { is: 'missing' };
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
      return { is: members(ACCESSOR).includes(`serviceAccount:${names.functionsAccount}`) ? 'there' : 'different' };
    },
    async make({ google, project, names }, { is, exists }) {
      const path = `${HOST}/projects/${project}/secrets/${name}`;
      if (is === 'missing') {
        if (!exists) {
          await google.post(`${HOST}/projects/${project}/secrets?secretId=${name}`, { replication: { automatic: {} } });
        }
        await addVersion(google, project, name, fresh[name]());
      }
      await changePolicy(google, { url: path }, { add: { [ACCESSOR]: [`serviceAccount:${names.functionsAccount}`] } });
    },
  };
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
