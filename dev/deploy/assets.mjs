// The files in /assets on Hosting, whose names change with their contents.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from './stop.mjs';

/** Limits of what is kept of the previous release: a build has some 150 files, 4 MB in all. */
const MOST_FILES = 1_000;
const MOST_BYTES = 50 * 1024 * 1024;
const AT_ONCE = 8;
const NAME = /^[\w-][\w.-]*$/;
/** What a build has there. Anything else that a release names is not served: it could be a page on our own origin. */
const IS_ASSET = /\.(css|js|woff2?|avif|gif|ico|jpe?g|png|svg|webp)$/;
const FOR_EVER = [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }];

/**
 * Hosting's settings with a rule that lets browsers keep the files in /assets for ever, listed by name. Hosting's rules
 * go by the address alone: one for all of /assets would make browsers remember for a year that a file is missing.
 */
export function withKeptAssets(hosting, dist) {
  const names = namesIn(join(dist, 'assets'));
  if (names.length === 0) return hosting;
  const regex = `^/assets/(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`;
  return { ...hosting, headers: [...hosting.headers, { regex, headers: FOR_EVER }] };
}

/**
 * Puts the files of the release that is live at `address` beside those of the build in `dist`: pages of it that are
 * still open ask for them. Only of the last release: what an earlier deploy kept is removed. Resolves with how many are
 * kept.
 */
export async function keepLiveAssets(dist, address) {
  const own = releaseIn(dist);
  const names = assetsToKeep(own, await liveRelease(address));
  for (const name of namesIn(join(dist, 'assets'))) {
    if (!own.assets.includes(name) && !names.includes(name)) rmSync(join(dist, 'assets', name));
  }
  const kept = [];
  let left = MOST_BYTES;
  for (let first = 0; first < names.length && left > 0; first += AT_ONCE) {
    const files = await Promise.all(names.slice(first, first + AT_ONCE).map((name) => fetchAsset(address, name)));
    for (const { name, bytes } of files.filter((file) => file !== null)) {
      left -= bytes.length;
      if (left < 0) break;
      mkdirSync(join(dist, 'assets'), { recursive: true });
      writeFileSync(join(dist, 'assets', name), bytes);
      kept.push(name);
    }
  }
  writeFileSync(join(dist, 'release.json'), JSON.stringify({ ...own, kept }));
  return kept.length;
}

/** The version and the files of a build, without what an earlier deploy has kept beside them. */
export function releaseIn(dist) {
  const file = join(dist, 'release.json');
  if (!existsSync(file)) throw new Stop('There is no build of the pages in this checkout yet');
  const { version, assets } = JSON.parse(readFileSync(file, 'utf8'));
  return { version, assets };
}

/** The live release, as it describes itself; null if there is none, or one from before that file existed. */
export async function liveRelease(address) {
  const reply = await fetch(`${address}/release.json`, { cache: 'no-store' }).catch(() => null);
  if (!reply?.ok) return null;
  const { version, assets, kept } = await reply.json().catch(() => ({}));
  if (typeof version !== 'string' || !Array.isArray(assets)) return null;
  return { version, assets, kept: Array.isArray(kept) ? kept : [] };
}

/** Deploying the same build again keeps what its first deploy kept. */
function assetsToKeep(own, live) {
  if (!live) return [];
  const isSame = JSON.stringify(live.assets) === JSON.stringify(own.assets);
  const names = isSame ? live.kept : live.assets;
  return names
    .filter((name) => NAME.test(name) && IS_ASSET.test(name) && !own.assets.includes(name))
    .slice(0, MOST_FILES);
}

/** Nobody needs a file that has vanished meanwhile. */
async function fetchAsset(address, name) {
  const reply = await fetch(`${address}/assets/${name}`);
  if (reply.status === 404) return null;
  if (!reply.ok) throw new Error(`${address}/assets/${name} answered ${reply.status}`);
  return { name, bytes: Buffer.from(await reply.arrayBuffer()) };
}

function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name));
  } catch (error) {
    if (error.code === 'ENOENT') return []; // not built yet
    throw error;
  }
}
