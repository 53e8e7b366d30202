import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { withKeptAssets } from '../deploy/assets.mjs';
import { askToExport } from '../lib/export.ts';
import { freePort } from '../lib/ports.ts';
import { answers, endOf, startService, type Service } from '../lib/service.ts';
import { StartError } from '../lib/start-error.ts';
import type { Ports } from './ports.ts';

export interface FirebaseOptions {
  root: string;
  projectId: string;
  ports: Pick<Ports, 'hosting' | 'functions' | 'auth'>;
  only: 'auth' | 'auth,functions,hosting';
  /** The origins of pages that may call the emulators. */
  origins: string[];
  /** The functions' environment. */
  env: Record<string, string>;
  /** Folder of an earlier `exportAccounts`. */
  importFrom?: string;
  logFile: string;
}

export interface FirebaseEmulators {
  service: Service;
  /** Address of the emulators' hub, which does the exports. */
  hub: string;
  /** Removes the generated configuration; call it when the service has ended. */
  cleanUp: () => void;
}

const host = '127.0.0.1';
const hostingSettings = z.looseObject({ public: z.string(), headers: z.array(z.unknown()) });
const functionsSettings = z.tuple([z.looseObject({ source: z.string() })]);
/** Loaded into firebase-tools before it starts; each file says why. */
const preloads = [
  'concurrent-functions.mjs',
  'few-words.mjs',
  'lasting-connections.mjs',
  'lazy-validators.mjs',
  'no-questions.mjs',
  'own-locator.mjs',
  'own-pages-only.mjs',
];

/** Starts the emulators of firebase-tools with this checkout's firebase.json on other ports. */
export async function startFirebase(options: FirebaseOptions): Promise<FirebaseEmulators> {
  const { root, projectId, ports, origins } = options;
  const hubPort = await freePort();
  // firebase-tools takes paths relative to its configuration and refuses any outside, so it lies in the root.
  const config = join(root, `.countersign-firebase-${ports.auth}.json`);
  writeFileSync(config, JSON.stringify(await configuration(options, hubPort), null, 2));
  const firebase = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const importArgs = options.importFrom === undefined ? [] : ['--import', options.importFrom];
  const service = startService({
    name: 'The Firebase emulators',
    command: process.execPath,
    args: [
      ...preloads.flatMap((name) => ['--import', join(root, 'dev/firebase', name)]),
      ...[firebase, 'emulators:start', '--only', options.only, '--project', projectId, '--config', config],
      ...importArgs,
    ],
    cwd: dirname(options.logFile), // its own logs and unfinished exports are written there
    // On a busy machine, the functions need more than firebase-tools' 10 s to describe themselves.
    env: {
      ...withoutProxies(process.env),
      ...options.env,
      FUNCTIONS_EMULATOR_PARALLEL: '500',
      FUNCTIONS_DISCOVERY_TIMEOUT: '90',
      // Read by own-pages-only.mjs.
      COUNTERSIGN_PAGES: JSON.stringify({ origins, ...ports, projectId }),
    },
    logFile: options.logFile,
    ready: () => isReady(options.logFile, ports, options.only),
    readyWithinMs: 240_000,
  });
  return { service, hub: `http://${host}:${hubPort}`, cleanUp: () => rmSync(config, { force: true }) };
}

/**
 * firebase-tools sends what it asks its own emulators through a proxy, too, whatever NO_PROXY says: none of them would
 * ever count as started.
 */
function withoutProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));
}

async function configuration({ root, ports, only, logFile }: FirebaseOptions, hubPort: number) {
  const base = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')));
  const hosting = hostingSettings.parse(base.hosting);
  const [functions] = functionsSettings.parse(base.functions);
  const at = (port: number) => ({ host, port });
  return {
    ...base,
    functions: [{ ...functions, configDir: relative(root, withoutSettings(dirname(logFile))) }],
    hosting: withEmulatorsAllowed(withKeptAssets(hosting, join(root, hosting.public))),
    emulators: {
      auth: at(ports.auth),
      ...(only === 'auth' ? {} : { functions: at(ports.functions), hosting: at(ports.hosting) }),
      hub: at(hubPort),
      logging: at(await freePort()),
      eventarc: at(await freePort()),
      tasks: at(await freePort()),
      ui: { enabled: false },
      // Tests of the functions have one project each, all at one Auth emulator.
      singleProjectMode: only !== 'auth',
    },
  };
}

/**
 * An empty folder. The functions emulator reads settings from the folder of the functions unless told another one, and
 * they would overrule those of the stack: there are those of a deployment.
 */
function withoutSettings(beside: string): string {
  const folder = join(beside, 'no-settings');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The pages' policy names Google's addresses; here the emulators on loopback replace them. */
function withEmulatorsAllowed(hosting: unknown): unknown {
  const local = ['connect-src', 'frame-src'] as const;
  const allow = (policy: string) =>
    local.reduce(
      (text, directive) => text.replace(`${directive} 'self'`, `$& http://127.0.0.1:* http://localhost:*`),
      policy,
    );
  return JSON.parse(JSON.stringify(hosting), (key: string, value: unknown) =>
    key === 'value' && typeof value === 'string' ? allow(value) : value,
  );
}

async function isReady(
  logFile: string,
  ports: FirebaseOptions['ports'],
  only: FirebaseOptions['only'],
): Promise<boolean> {
  if (!endOf(logFile).includes('All emulators ready')) return false;
  await answers(`http://${host}:${ports.auth}/`);
  // The first request loads the function's code: better now than when somebody waits.
  return only === 'auth' || (await isHealthy(`http://${host}:${ports.hosting}/api/health`));
}

const notConfigured = z.object({ code: z.literal('not_configured'), message: z.string() });

/** Whether the functions answer. Throws a StartError with their words if a setting is wrong: waiting does not help. */
export async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url);
  const refusal = notConfigured.safeParse(await response.json().catch(() => undefined));
  if (refusal.success)
    throw new StartError(`${refusal.data.message}\nFix it in .env or in the shell, and start again.`);
  return response.ok;
}

/** Writes all accounts into `folder`, from which a later start can import. Throws when the hub refuses. */
export async function exportAccounts(hub: string, folder: string): Promise<void> {
  const body = { path: folder, initiatedBy: 'countersign' };
  await askToExport('The Firebase emulators', `${hub}/_admin/export`, body);
}
