import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { askToExport } from './lib/export.ts';
import { cloudEmulator, javaVersion, OWN_JAVA, printedBy } from './lib/firestore-programs.mjs';
import { answers, startService, type Service } from './lib/service.ts';
import { StartError } from './lib/start-error.ts';

export interface FirestoreOptions {
  /** Root of this checkout. */
  root: string;
  projectId: string;
  /** A number of this machine; 127.0.0.1 where none is named. */
  address?: string;
  port: number;
  rules: string;
  /** Folder of an earlier `exportFirestore`. */
  importFrom?: string;
  logFile: string;
}

export interface FirestoreEmulator {
  /** `host:port`, as in FIRESTORE_EMULATOR_HOST. */
  host: string;
  /** Absent if it was running before; then it is not ours to stop. */
  service?: Service;
}

/** How a Firestore emulator is started here. `importFlag` is its name for the import option. */
interface Launcher {
  command: string;
  args: string[];
  importFlag: string;
}

const EXPORT_NAME = 'firestore';

/** Where documents name an object: a task its checkpoint, a project what its setup command has made. */
const namedBy = { tasks: 'checkpoint', projects: 'setupResult' };
const naming = z.object({
  mapValue: z.object({ fields: z.object({ object: z.object({ stringValue: z.string() }) }) }),
});
const foundUsers = z.object({ documents: z.array(z.object({ name: z.string() })).optional() });
const foundNaming = z.array(
  z.object({ document: z.object({ fields: z.record(z.string(), naming).optional() }).optional() }),
);

/**
 * Optimizing for hours of work takes processor time from requests that are waiting now: a tenth of all tests' time.
 * With more room for new objects, few of them are scanned twice by the garbage collector, which saves a tenth of the
 * emulator's own time.
 */
const FOR_SHORT_LIVES = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmn256m';

/**
 * Starts or finds a Firestore emulator: the one that FIRESTORE_EMULATOR_HOST names, else the Google Cloud CLI's, else
 * firebase-tools' own. Throws a StartError that says what to install if there is none.
 */
export async function startFirestore(options: FirestoreOptions): Promise<FirestoreEmulator> {
  const running = process.env.FIRESTORE_EMULATOR_HOST;
  if (running) return useRunning(running, options);
  const { command, args, importFlag } = findLauncher(options.root);
  const { address = '127.0.0.1', port } = options;
  const service = startService({
    name: 'The Firestore emulator',
    command,
    args: [...args, '--host', address, '--port', String(port), '--rules', options.rules, ...importArgs()],
    cwd: options.root,
    env: { ...process.env, JAVA_TOOL_OPTIONS: `${FOR_SHORT_LIVES} ${process.env.JAVA_TOOL_OPTIONS ?? ''}`.trim() },
    logFile: options.logFile,
    ready: () => answers(`http://${address}:${port}/`),
    readyWithinMs: 120_000, // several may be starting on a busy machine
  });
  return { host: `${address}:${port}`, service };

  function importArgs(): string[] {
    if (options.importFrom === undefined) return [];
    return [importFlag, exportedIn(options.importFrom)];
  }
}

async function useRunning(host: string, { projectId, rules }: FirestoreOptions): Promise<FirestoreEmulator> {
  const content = readFileSync(rules, 'utf8');
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: basename(rules), content }] } }),
  }).catch(() => undefined);
  if (response?.ok) return { host };
  throw new StartError(
    `FIRESTORE_EMULATOR_HOST says ${host}, but no Firestore emulator answers there. Unset it, or start one.`,
  );
}

/** Writes all documents into `folder`, from which a later start can import. Throws when the emulator refuses. */
export async function exportFirestore(host: string, projectId: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await askToExport('The Firestore emulator', `http://${host}/emulator/v1/projects/${projectId}:export`, {
    database: `projects/${projectId}/databases/(default)`,
    export_directory: folder,
    export_name: EXPORT_NAME,
  });
  // It may claim success and have written nothing.
  if (!existsSync(exportedIn(folder))) throw new Error(`The Firestore emulator wrote nothing to ${folder}`);
}

function exportedIn(folder: string): string {
  return join(folder, EXPORT_NAME, `${EXPORT_NAME}.overall_export_metadata`);
}

/** The ids of users of whom it holds documents, who then have accounts somewhere; not more than 300. */
export async function usersIn(host: string, projectId: string): Promise<string[]> {
  const url = `http://${host}/v1/projects/${projectId}/databases/(default)/documents/users?pageSize=300&mask.fieldPaths=id`;
  const response = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  if (!response.ok) throw new Error(`The Firestore emulator could not tell its users: ${await response.text()}`);
  const { documents = [] } = foundUsers.parse(await response.json());
  return documents.map(({ name }) => basename(name));
}

/** The names of the objects that its documents have. */
export async function namedObjects(host: string, projectId: string): Promise<Set<string>> {
  const names = await Promise.all(
    Object.entries(namedBy).map(async ([collectionId, field]) => {
      const structuredQuery = { select: { fields: [{ fieldPath: `${field}.object` }] }, from: [{ collectionId }] };
      const response = await fetch(`http://${host}/v1/projects/${projectId}/databases/(default)/documents:runQuery`, {
        method: 'POST',
        headers: { authorization: 'Bearer owner' },
        body: JSON.stringify({ structuredQuery }),
      });
      if (!response.ok) throw new Error(`The Firestore emulator could not tell its objects: ${await response.text()}`);
      const found = foundNaming.parse(await response.json());
      return found.flatMap(({ document }) => document?.fields?.[field]?.mapValue.fields.object.stringValue ?? []);
    }),
  );
  return new Set(names.flat());
}

/** Throws the StartError that `startFirestore` would throw, before anything slow begins. */
export function checkFirestore(root: string): void {
  if (!process.env.FIRESTORE_EMULATOR_HOST) findLauncher(root);
}

function findLauncher(root: string): Launcher {
  const launcher = cloudCliLauncher() ?? firebaseToolsLauncher(root);
  if (launcher) return launcher;
  throw new StartError(
    'No Firestore emulator was found. Install one of these and start again:\n' +
      '  - the Google Cloud CLI with its emulator:  gcloud components install cloud-firestore-emulator\n' +
      '  - Java 21 or later (https://adoptium.net, or  apt-get install openjdk-21-jre-headless  where there is one);\n' +
      '    firebase-tools then downloads its own',
  );
}

function cloudCliLauncher(): Launcher | undefined {
  const command = cloudEmulator();
  return command === undefined ? undefined : { command, args: ['start'], importFlag: '--import-data' };
}

function firebaseToolsLauncher(root: string): Launcher | undefined {
  if (javaVersion() < OWN_JAVA) return undefined;
  const jar = downloadedJar() ?? download(root);
  return jar === undefined ? undefined : { command: 'java', args: ['-jar', jar], importFlag: '--seed_from_export' };
}

function downloadedJar(): string | undefined {
  const folder = process.env.FIREBASE_EMULATORS_PATH ?? join(homedir(), '.cache/firebase/emulators');
  if (!existsSync(folder)) return undefined;
  const jars = readdirSync(folder).filter((name) => /^cloud-firestore-emulator-v.*\.jar$/.test(name));
  const newest = jars.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

function download(root: string): string | undefined {
  printedBy(process.execPath, [
    join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    'setup:emulators:firestore',
  ]);
  return downloadedJar();
}
