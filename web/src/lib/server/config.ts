import { publicConfig, type PublicConfig, routes } from '@countersign/contract';
import * as z from 'zod/mini';
import { fetchInTime } from './fetch-in-time.ts';
import { publicClient } from './public-client.ts';

/** The deployment is not set up completely; the message is for whoever runs it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const STORED_AS = 'countersign.config';

let known: Promise<PublicConfig> | undefined;

/**
 * This deployment's configuration: Firebase project, emulators, agents. The last reply is used at once, so that a start
 * neither waits for the network nor needs it; a newer reply is kept for the next start. Rejects if there is neither a
 * stored reply nor a network.
 */
export function loadConfig(): Promise<PublicConfig> {
  known ??= start();
  return known;
}

async function start(): Promise<PublicConfig> {
  const stored = read();
  const fresh = fetchAndStore();
  if (!stored) {
    return fresh.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  }
  fresh.then(
    (now) => {
      // Another project at the same address (a developer's stack): the running app was started for the wrong one.
      if (identity(now) !== identity(stored)) location.reload();
    },
    () => undefined,
  );
  return stored;
}

async function fetchAndStore(): Promise<PublicConfig> {
  const config = await withHosting(await publicClient.call(routes.getConfig));
  localStorage.setItem(STORED_AS, JSON.stringify(config));
  return config;
}

/** Hosting's own address for its data about the project's web app; only available there. */
const HOSTING_CONFIG = '/__/firebase/init.json';
const hostingConfig = z.object({ apiKey: z.string(), appId: z.string(), authDomain: z.string() });

/** A deployment that names no web app uses Hosting's data about the linked one. */
async function withHosting(config: PublicConfig): Promise<PublicConfig> {
  if (config.firebase.apiKey !== '') return config;
  const reply = await fetchInTime(HOSTING_CONFIG);
  if (!reply.ok)
    throw new ConfigError(`Hosting does not know the web app (${reply.status}): npm run doctor says what to do`);
  return { ...config, firebase: { ...config.firebase, ...hostingConfig.parse(await reply.json()) } };
}

function read(): PublicConfig | null {
  try {
    const parsed = publicConfig.safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const identity = (config: PublicConfig) => JSON.stringify([config.firebase, config.emulators]);
