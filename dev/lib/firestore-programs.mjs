// What a Firestore emulator can be started with here. Plain JavaScript: dev/setup.mjs uses it before there are packages.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the emulator that firebase-tools downloads needs; any Java does for the Google Cloud CLI's. */
export const OWN_JAVA = 21;

/** The Google Cloud CLI's emulator; undefined if it is not installed. */
export function cloudEmulator() {
  for (const root of sdkRoots()) {
    const program = join(root, 'platform/cloud-firestore-emulator/cloud_firestore_emulator');
    if (existsSync(program)) return program;
  }
  return undefined;
}

/** Where the Cloud CLI is: two folders above the program itself, or where it says. */
function* sdkRoots() {
  const gcloud = (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, 'gcloud'))
    .find(existsSync);
  if (gcloud === undefined) return;
  yield dirname(dirname(realpathSync(gcloud)));
  yield printedBy(gcloud, ['info', '--format=value(installation.sdk_root)']) ?? '';
}

/** Major version; 0 without Java. */
export function javaVersion() {
  return Number(/(\d+)/.exec(printedBy('java', ['--version']) ?? '')?.[1] ?? 0);
}

/** What a program prints; undefined if it fails or is not there. */
export function printedBy(command, args) {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env }).trim();
  } catch {
    return undefined;
  }
}
