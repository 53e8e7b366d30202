import { DEVICES_MAX, LEASE_SECONDS } from '@countersign/contract';
import * as z from 'zod';
import { parseAccess } from './access-list.ts';
import { parseAgents } from './agent-list.ts';
import { DEMO, isLocal, withDerived } from './derived.ts';
import { parseEvidenceKeys } from './evidence-keys.ts';
import { accessList, agents, keys, models, optionalUrl, prices, privateKeys, secretsKeys } from './values.ts';
import { atLeastOne, number, perDay, seconds } from './values.ts';
import { parseVapidKeys } from './vapid-keys.ts';

/** Thrown with one clear line when the deployment's configuration is incomplete. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

const perMinute = atLeastOne;

/** Containers of all users together that run at the same time, unless a deployment says otherwise. */
export const RUNNING_PER_DEPLOYMENT_DEFAULT = 100;

const schema = z.object({
  GCLOUD_PROJECT: z.string().min(1),
  FIRESTORE_EMULATOR_HOST: z.string().optional(),
  /** Where browsers reach that emulator; absent: at the same address. */
  FIRESTORE_EMULATOR_BROWSER_HOST: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  /** The address of the local Cloud Run; absent in production. */
  CLOUD_RUN_ENDPOINT: z.string().optional(),
  /** The credential that it requires. */
  CLOUD_RUN_TOKEN: z.string().optional(),
  CLOUD_RUN_PROJECT: z.string().optional(),
  /** Where functions and containers run. */
  CLOUD_RUN_REGION: z.string(),
  /** The size of a container: processors, and memory with its unit. */
  CONTAINER_CPU: z.enum(['1', '2', '4', '8'], 'must be 1, 2, 4 or 8').default('2'),
  CONTAINER_MEMORY: z
    .string()
    .regex(/^[1-9]\d*(Mi|Gi)$/, 'must be a number with Mi or Gi, such as 4Gi')
    .default('4Gi'),
  /** What is saved of a task may take this much, packed; the server takes at most 512 MiB. */
  CHECKPOINT_LIMIT_MIB: number(z.coerce.number().int().min(1).max(512).default(256)),
  /** Service account of the agent's executions; it has no roles. */
  AGENT_SERVICE_ACCOUNT: z.string().optional(),
  /** Who may sign in: addresses and `@domains`, or `open` for everybody. Empty: nobody. */
  ACCESS: accessList.default(parseAccess('')),
  /**
   * Image tags that containers may use; empty: only `latest`. `*`: any, for local work. The default is `latest`, or the
   * first tag if `latest` is not allowed.
   */
  IMAGE_TAGS: z.string().default(''),
  /** Image of the agent without its tag; absent: where `npm run deploy` puts it. */
  AGENT_IMAGE: z.string().min(1),
  /** The digest of that image's `latest` at deployment: jobs use exactly that image. */
  AGENT_IMAGE_DIGEST: z
    .union([z.literal(''), z.string().regex(/^sha256:[0-9a-f]{64}$/)], 'must be sha256: and 64 hexadecimal digits')
    .transform((digest) => digest || undefined)
    .optional(),
  /** Address at which containers reach the function agentApi; absent: its own address in this project. */
  AGENT_API_URL: z.url(),
  /** The agents that are offered, the default first: names of `knownAgents` in the contract. */
  AGENTS: agents.default(parseAgents('')),
  /** The agent called custom: a JSON list of the program, which speaks the Agent Client Protocol, and its arguments. */
  CUSTOM_AGENT: z.string().optional(),
  /** Where the model is called; absent where none is configured. */
  MODEL_BASE_URL: optionalUrl,
  /** A secret: only runners receive it, by the exchange. */
  MODEL_API_KEY: z.string().trim().default(''),
  /** The model's name at that endpoint. */
  MODEL_NAME: z
    .string()
    .default('')
    .transform((name) => name || 'default'),
  /** Tokens that the model accepts in one request, the reply included. */
  MODEL_CONTEXT: number(z.coerce.number().int().min(1_000).default(128_000)),
  /** Further models, by name, that a project or task may choose; without MODEL_BASE_URL the first is the default. */
  MODELS: models.default(new Map()),
  /** Prices of models, by name; the usage of others is shown in tokens only. */
  MODEL_PRICES: prices.default(new Map()),
  /** The app's address, for links back to a task; absent: Hosting's own address of this project. */
  APP_URL: optionalUrl,
  /** The local object store, and the key that signs its addresses; absent in production. */
  OBJECT_STORE_URL: z.string().optional(),
  OBJECT_STORE_KEY: z.string().optional(),
  /**
   * Cloud Storage bucket of the checkpoints, unless OBJECT_STORE_URL is set; absent: the one that `npm run deploy`
   * creates.
   */
  CHECKPOINT_BUCKET: z.string().optional(),
  SECRETS_KEYS: secretsKeys,
  /** Signs the tokens of containers. */
  JWT_KEY: keys(32),
  /** Authorizes `/internal/…`; absent in functions that have no such address. */
  SWEEP_KEY: keys(16).optional(),
  /** Private keys that identify this deployment to push services, one per line, newest first; absent: no pushes. */
  VAPID_KEYS: privateKeys(parseVapidKeys, 'of P-256 in base64url').default([]),
  /**
   * Private keys that sign statements about published commits, one per line, newest first; absent: no commit gets a
   * note.
   */
  EVIDENCE_KEYS: privateKeys(parseEvidenceKeys, 'of Ed25519, 32 bytes in base64url').default([]),
  /** The local push service: the only address that may be on this machine, without https. Never in a deployment. */
  PUSH_SERVICE_URL: optionalUrl,
  /** Seconds for which a reply waits for the work that it promises; the sweeper does the rest. */
  REPLY_WAIT_SECONDS: number(z.coerce.number().positive().default(2)),
  /** Seconds within which a push service or webhook must answer. */
  PUSH_ANSWER_SECONDS: number(z.coerce.number().positive().default(8)),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  /** Part of the reply to `GET /api/config`; empty: the browser asks Hosting, which knows the project's web app. */
  WEB_API_KEY: z.string(),
  WEB_APP_ID: z.string(),
  WEB_AUTH_DOMAIN: z.string().optional(),
  /** Proxies in front of every function that append to X-Forwarded-For. */
  TRUSTED_PROXIES: number(z.coerce.number().int().min(0).default(1)),
  /** Additional proxies of Hosting that append to it, for requests that come through Hosting. */
  HOSTING_PROXIES: number(z.coerce.number().int().min(0).default(1)),
  /** Calls a minute, over all instances. */
  RATE_LIMIT_USER: perMinute(1_200),
  RATE_LIMIT_ADDRESS: perMinute(6_000),
  /** Notifications a minute that are posted for one user, to all of their devices: the addresses are theirs to choose. */
  RATE_LIMIT_PUSH: perMinute(300),
  /** How many of each a user may have; deleted containers do not count. */
  QUOTA_PROJECTS: number(z.coerce.number().int().min(1).default(500)),
  QUOTA_TASKS: number(z.coerce.number().int().min(1).default(50_000)),
  QUOTA_REPOSITORIES: number(z.coerce.number().int().min(1).default(1_000)),
  QUOTA_CONTAINERS: number(z.coerce.number().int().min(1).default(100)),
  QUOTA_DEVICES: number(z.coerce.number().int().min(1).default(DEVICES_MAX)),
  /** Containers that run at the same time; further ones wait for their turn. */
  RUNNING_PER_PROJECT: atLeastOne(10),
  RUNNING_PER_USER: atLeastOne(20),
  RUNNING_PER_DEPLOYMENT: atLeastOne(RUNNING_PER_DEPLOYMENT_DEFAULT),
  /** What containers may use in one day (UTC), of one user and of all together: starts, hours, tokens of the model. */
  STARTS_PER_USER_DAY: perDay(200),
  STARTS_PER_DEPLOYMENT_DAY: perDay(2_000),
  HOURS_PER_USER_DAY: perDay(100),
  HOURS_PER_DEPLOYMENT_DAY: perDay(1_000),
  TOKENS_PER_USER_DAY: perDay(20_000_000),
  TOKENS_PER_DEPLOYMENT_DAY: perDay(200_000_000),
  /** Days for which audit trail and container logs are kept; checkpoints: CHECKPOINT_DAYS of `npm run deploy`. */
  AUDIT_DAYS: atLeastOne(365),
  LOG_DAYS: atLeastOne(365),
  /** A runner that gives no sign of life for this long loses its task. */
  LEASE_SECONDS: number(z.coerce.number().int().min(4).default(LEASE_SECONDS)),
  /** How long a runner has to save and exit after Pause, before its execution is cancelled. */
  PAUSE_SECONDS: seconds(60),
  /** How long a runner waits for a decision, how long for work, and how long a task may take at most. */
  FREE_WAIT_SECONDS: number(z.coerce.number().int().min(0)),
  IDLE_SECONDS: seconds(600),
  TASK_LIMIT_SECONDS: seconds(4 * 60 * 60),
  /**
   * After how long without a word from the agent its task says so, and after how long the agent is ended. Time in which
   * a person decides, or a command or the model is at work, does not end it.
   */
  SILENT_SECONDS: seconds(120),
  SILENT_LIMIT_SECONDS: seconds(30 * 60),
  /** `on`: agents that support it (OpenCode, Gemini) also ask before they read or search files. */
  ASK_BEFORE_READING: z.enum(['on', 'off']).default('off'),
});

export type Env = z.infer<typeof schema>;

/**
 * Settings a deployment must have: without them containers would have rights over the whole project, work could not be
 * saved, or tokens that anybody can forge would be accepted.
 */
function checkProduction(env: Env, source: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  if (isLocal(source)) return problems;
  if (env.FIRESTORE_EMULATOR_HOST) problems.push('FIRESTORE_EMULATOR_HOST must not be set in a deployment');
  if (env.PUSH_SERVICE_URL) problems.push('PUSH_SERVICE_URL must not be set in a deployment');
  if (env.FIREBASE_AUTH_EMULATOR_HOST) problems.push('FIREBASE_AUTH_EMULATOR_HOST must not be set in a deployment');
  if (!env.AGENT_SERVICE_ACCOUNT) problems.push('AGENT_SERVICE_ACCOUNT is missing');
  if (!env.CHECKPOINT_BUCKET && !env.OBJECT_STORE_URL) problems.push('CHECKPOINT_BUCKET is missing');
  if (env.WEB_API_KEY === DEMO.WEB_API_KEY) problems.push('WEB_API_KEY must not be that of the local stack');
  if (env.WEB_APP_ID === DEMO.WEB_APP_ID) problems.push('WEB_APP_ID must not be that of the local stack');
  if (!env.WEB_API_KEY !== !env.WEB_APP_ID) problems.push('WEB_API_KEY and WEB_APP_ID must both be set, or neither');
  return problems;
}

/** Models that could not be called, or not be told apart. */
function checkModels({ MODELS, MODEL_BASE_URL, MODEL_NAME }: Env): string[] {
  if (MODEL_BASE_URL !== undefined)
    return MODELS.has(MODEL_NAME) ? [`MODELS names ${MODEL_NAME}, as MODEL_NAME does`] : [];
  return [...MODELS].flatMap(([name, { baseUrl }]) =>
    baseUrl === undefined ? [`MODELS gives ${name} no baseUrl, and there is no MODEL_BASE_URL`] : [],
  );
}

let parsed: Env | undefined;

/**
 * The configuration, parsed at the first request: while a deployment is analysed, this code loads without it. Throws
 * ConfigurationError, naming every variable that is missing or wrong.
 */
export function env(): Env {
  parsed ??= parse(process.env);
  return parsed;
}

/** Parses a configuration; exported for tests. */
export function parse(source: NodeJS.ProcessEnv): Env {
  const project = projectOf(source);
  const result = schema.safeParse({ ...withDerived(source, project), GCLOUD_PROJECT: project });
  const problems = result.success
    ? [...checkProduction(result.data, source), ...checkModels(result.data)]
    : problemsOf(result.error, source);
  if (result.success && problems.length === 0) return result.data;
  throw new ConfigurationError(`Configuration: ${problems.join('; ')}`);
}

function problemsOf({ issues }: z.ZodError, source: NodeJS.ProcessEnv): string[] {
  return issues.map(({ path, code, message }) => {
    const name = path.join('.');
    return code === 'invalid_type' && source[name] === undefined ? `${name} is missing` : `${name} ${message}`;
  });
}

function projectOf(source: NodeJS.ProcessEnv): string | undefined {
  return source.GCLOUD_PROJECT ?? source.GOOGLE_CLOUD_PROJECT;
}
