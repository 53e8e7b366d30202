import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { releaseIn } from './assets.mjs';
import { agentDigest } from './resources/image.mjs';
import { findSite } from './resources/web.mjs';
import { fresh, modelKeyNames, newestVersion } from './resources/secrets.mjs';
import { configuration } from './firebase-cli.mjs';
import { Stop } from './stop.mjs';

const root = join(import.meta.dirname, '../..');
const UPLOADED = ['functions/lib/index.js', 'functions/package.json', 'functions/package-lock.json'];

/** The functions' environment: what was set, by which names, and what follows from what was made. */
export async function functionsEnvironment(context) {
  const { google, project, region, names, settings } = context;
  // A blank setting counts as none, and the order of settings does not matter.
  const said = Object.entries(settings)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const environment = {
    ...Object.fromEntries(said),
    CLOUD_RUN_REGION: region,
    AGENT_SERVICE_ACCOUNT: settings.AGENT_SERVICE_ACCOUNT || names.agentsAccount,
    AGENT_IMAGE_DIGEST: await agentDigest(context),
    APP_URL: settings.APP_URL || (await findSite(google, project))?.defaultUrl || '',
    COUNTERSIGN_SETTINGS: said.map(([name]) => name).join(','),
  };
  const secrets = [...Object.keys(fresh), ...modelKeyNames(settings)];
  const versions = await Promise.all(
    secrets.map(async (name) => (await newestVersion(google, project, name))?.version),
  );
  // A secret's new version is a reason to deploy functions again.
  return { ...environment, COUNTERSIGN_RELEASE: hashOf(UPLOADED, JSON.stringify([environment, versions])) };
}

/** What is served, by its contents; files kept from the previous release are not part of it. */
export function hostingRelease(context) {
  const { hosting } = configuration(context);
  const { version, assets } = releaseIn(join(root, hosting.public));
  const files = readdirSync(join(root, hosting.public)).filter((name) => !['assets', 'release.json'].includes(name));
  const own = [...files, ...assets.map((name) => `assets/${name}`)].map((name) => `${hosting.public}/${name}`);
  return hashOf(own, JSON.stringify([hosting, version, assets]));
}

function hashOf(paths, more) {
  const hash = createHash('sha256').update(more);
  for (const file of paths.flatMap((path) => filesIn(join(root, path)))) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 24);
}

function filesIn(path) {
  if (!existsSync(path)) throw new Stop(`There is no build of this checkout yet (${relative(root, path)})`);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
