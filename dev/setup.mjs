// Makes a fresh clone ready, then runs one of the commands below. Needs nothing but Node: packages come after it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const needs = {
  git: ['git', 'git'],
  java: [() => process.env.FIRESTORE_EMULATOR_HOST || find('java'), 'default-jre-headless'],
  chromium: [chromium, 'chromium'],
};
/** A mirror that does not answer must not keep anybody from starting without what is only nice to have. */
const NICE_TO_HAVE_MS = 60_000;
const headlessShell = 'chromium-headless-shell';

const commands = {
  start: { script: 'dev/start.ts', needs: [needs.git, needs.java] },
  dev: { script: 'dev/dev.ts', needs: [needs.git, needs.java] },
  test: { script: 'dev/test.ts', needs: [needs.git, needs.java, needs.chromium] },
  'test:long': {
    script: 'dev/test.ts',
    needs: [needs.git, needs.java, needs.chromium],
    env: { COUNTERSIGN_LONG: '1' },
  },
  bench: { script: 'bench/main.ts', needs: [needs.git, needs.java, needs.chromium] },
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`There is no command "${name}"; there are: ${Object.keys(commands).join(', ')}.`);
checkNode();
installPackages();
installPrograms(command.needs);
if (command.needs.includes(needs.chromium)) tryHeadlessShell();
run(command);

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Node ${process.versions.node} is too old: install Node 20.19 or later (https://nodejs.org) and start again.`);
  }
}

/** Runs `npm ci` unless what is installed is what package-lock.json says. */
function installPackages() {
  if (packagesAreInstalled()) return;
  console.log('Installing packages (once, a minute or two) …');
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) stop('The packages could not be installed: see above what npm says, then run  npm ci');
}

function packagesAreInstalled() {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => installed[path]?.version === entry.version);
}

/** npm keeps beside the packages a list of what it installed, in the form of the lock file. */
function packagesIn(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Installs missing programs where this may be done; else says which command does it. */
function installPrograms(wanted) {
  const missing = wanted.filter(([program]) => (typeof program === 'function' ? !program() : !find(program)));
  if (missing.length === 0) return;
  const packages = missing.map(([, debianPackage]) => debianPackage);
  if (!find('apt-get')) stop(`Install ${packages.join(' and ')}, then start again.`);
  if (process.getuid?.() !== 0) stop(`Run this, then start again:  sudo apt-get install -y ${packages.join(' ')}`);
  console.log(`Installing ${packages.join(', ')} …`);
  try {
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  } catch {
    stop(`Could not be installed; try it yourself:  apt-get install ${packages.join(' ')}`);
  }
}

/** Chromium without its window draws pages a third faster. The tests pass without it, so a failure here is no matter. */
function tryHeadlessShell() {
  if (find(headlessShell) || !find('apt-get') || process.getuid?.() !== 0) return;
  try {
    apt(['update', '-qq'], 'ignore', NICE_TO_HAVE_MS);
    apt(['install', '-y', '-qq', '--no-install-recommends', headlessShell], 'ignore', NICE_TO_HAVE_MS);
  } catch {
    // Not every Debian-like system has the package.
  }
}

/** Throws when apt-get fails, or takes longer than `timeout` milliseconds. */
function apt(args, errors = 'inherit', timeout = undefined) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', errors], timeout });
}

/** Where Chromium or Chrome is. */
function chromium() {
  const usual = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [process.env.CHROMIUM_PATH, ...usual.map(find), mac].find((path) => path && isProgram(path));
}

function find(program) {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a script of the stack; signals go on to it, and its exit code becomes ours. */
function run({ script, env = {} }) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium() ?? '', HEADLESS_SHELL_PATH: find(headlessShell) ?? '', ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** npm hands a signal on to the shell between it and us, which dies of it and tells nobody. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer); // a second signal would mean: do not wait
    child.kill('SIGTERM');
  }, 500);
  timer.unref();
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
