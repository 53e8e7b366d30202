import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtDigest } from './resources/image.mjs';
import { modelKeyNames, newestVersion } from './resources/secrets.mjs';
import { configuration } from './firebase-cli.mjs';

const root = join(import.meta.dirname, '../..');
const UPLOADED = ['functions/lib/index.js', 'functions/package.json', 'functions/package-lock.json'];

/** What the functions are deployed with: what was said, and what follows from what was made. */
export async function functionsEnvironment(context) {
  const { google, project, region, names, settings } = context;
  const environment = {
    ...settings,
    CLOUD_RUN_REGION: region,
    AGENT_SERVICE_ACCOUNT: settings.AGENT_SERVICE_ACCOUNT || names.agentsAccount,
    AGENT_IMAGE_DIGEST:
      settings.AGENT_IMAGE_DIGEST || (settings.AGENT_IMAGE ? '' : await builtDigest(google, names)) || '',
  };
  const secrets = ['SECRETS_KEYS', 'JWT_KEY', 'SWEEP_KEY', ...modelKeyNames(settings)];
  const versions = await Promise.all(
    secrets.map(async (name) => (await newestVersion(google, project, name))?.version),
  );
  // A secret's new version is what functions are deployed anew for.
  return { ...environment, COUNTERSIGN_RELEASE: hashOf(UPLOADED, JSON.stringify([environment, versions])) };
}

/** What is served, by its contents. */
export function hostingRelease(context) {
  return hashOf(['web/dist'], JSON.stringify(configuration(context).hosting));
}

function hashOf(paths, more) {
  const hash = createHash('sha256').update(more);
  for (const file of paths.flatMap((path) => filesIn(join(root, path)))) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 24);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
