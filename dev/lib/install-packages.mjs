// Installs the packages of package-lock.json. Plain JavaScript: dev/setup.mjs uses it before there are packages.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** Where packages are installed before they take their place; not in .countersign, which may be on another disk. */
const ASIDE = '.countersign-packages';

/**
 * Runs `npm ci` in `root`, unless what is installed matches package-lock.json. Throws if npm fails.
 *
 * The lock file names no registry, so that anybody's own serves. npm would therefore ask it for the description of each
 * of 1,700 packages, only to learn where to fetch it, which takes longer than all the rest. So it is told: every registry
 * has them at the same place. Where one has not, npm asks after all: some refuse what they do not have as if it were
 * forbidden.
 */
export async function installPackages(root) {
  if (areInstalled(root)) return;
  console.log('Installing packages (once, a minute or two) …');
  const folder = join(root, ASIDE);
  rmSync(folder, { recursive: true, force: true });
  let words;
  try {
    words = await installAside(root, folder);
  } catch (error) {
    if (error.syscall === undefined) throw error;
    // As where node_modules is a disk of its own, or nothing may be written beside it.
    words = await npmCi(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (words !== null) throw new Error(`${words}\nThe packages could not be installed: see npm’s message above`);
}

/** What was installed before stays until everything is there. Resolves as `npmCi`; throws if it cannot be put there. */
async function installAside(root, folder) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const workspaces = ['', ...Object.keys(lock.packages).filter((path) => path && !path.includes('node_modules/'))];
  for (const path of workspaces) {
    mkdirSync(join(folder, path), { recursive: true });
    cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'));
  }
  if (existsSync(join(root, '.npmrc'))) cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  const registry = await configuredRegistry(root);
  const lockFile = join(folder, 'package-lock.json');
  writeFileSync(lockFile, JSON.stringify(registry ? withAddresses(lock, registry) : lock));
  let words = await npmCi(folder);
  if (registry && /\bE(?:4\d\d|INTEGRITY)\b/.test(words)) {
    writeFileSync(lockFile, JSON.stringify(lock));
    words = await npmCi(folder);
  }
  if (words !== null) return words;
  // The root comes last: it has the list by which all of them count as installed.
  for (const path of workspaces.toReversed()) {
    const packages = join(root, path, 'node_modules');
    rmSync(packages, { recursive: true, force: true });
    if (existsSync(join(folder, path, 'node_modules'))) renameSync(join(folder, path, 'node_modules'), packages);
  }
  return null;
}

function withAddresses(lock, registry) {
  const addressed = ([path, entry]) => {
    const isFromRegistry = path.includes('node_modules/') && entry.integrity && !entry.link && !entry.inBundle;
    if (!isFromRegistry || entry.resolved) return [path, entry];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [path, { ...entry, resolved: `${registry}${name}/-/${basename(name)}-${entry.version}.tgz` }];
  };
  return { ...lock, packages: Object.fromEntries(Object.entries(lock.packages).map(addressed)) };
}

/** Its address, with a slash at the end; undefined if npm does not say. */
async function configuredRegistry(root) {
  const asked = promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: root });
  const address = await asked.then(({ stdout }) => stdout.trim()).catch(() => '');
  return URL.canParse(address) ? address.replace(/\/*$/, '/') : undefined;
}

/** What npm said about its failure; null if it did not fail. */
async function npmCi(cwd) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', args, { cwd, stdio: ['inherit', 'inherit', 'pipe'] });
  let words = '';
  npm.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  const status = await new Promise((resolve) => npm.on('close', resolve).on('error', resolve));
  return status === 0 ? null : words.trim();
}

function areInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => installed[path]?.version === entry.version);
}

/** npm keeps a list of what it installed beside the packages, in the form of the lock file. */
function packagesIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}
