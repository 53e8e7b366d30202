// Prepares a fresh clone, then runs one of the commands below. Needs only Node: packages are installed by it.
import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as util from 'node:util'; // a named import that an old Node lacks would hide that it is too old
import { cloudEmulator, javaVersion, OWN_JAVA, printedBy } from './lib/firestore-programs.mjs';
import { installPackages } from './lib/install-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** How each is looked for, its Debian package (undefined: there is none), and its name where there are no such packages. */
const needs = {
  git: ['git', 'git'],
  java: [hasJava, javaPackage, `Java ${OWN_JAVA} or later (https://adoptium.net)`],
  chromium: [chromium, 'chromium'],
  // Only Linux has such sandboxes; elsewhere the test that needs one is left out.
  sandbox: [() => process.platform !== 'linux' || find('bwrap'), 'bubblewrap'],
  // Other browsers' engines, for the long tests on Linux.
  firefox: [() => process.platform !== 'linux' || find('firefox-esr'), 'firefox-esr'],
  webkit: [() => process.platform !== 'linux' || find('WebKitWebDriver'), 'webkit2gtk-driver'],
  screen: [() => process.platform !== 'linux' || find('Xvfb'), 'xvfb'],
};
/** Optional, but better with: isolates agents from the machine, draws pages faster. */
const nice = {
  isolation: ['bwrap', 'bubblewrap'],
  headlessShell: ['chromium-headless-shell', 'chromium-headless-shell'],
};
/** A mirror that does not answer must not delay a start for optional programs. */
const NICE_TO_HAVE_MS = 60_000;
const APT_AGAIN_MS = 3_000;

const commands = {
  start: { script: 'dev/start.ts', needs: [needs.git, needs.java], nice: [nice.isolation] },
  dev: { script: 'dev/dev.ts', needs: [needs.git, needs.java], nice: [nice.isolation] },
  test: {
    script: 'dev/test.ts',
    needs: [needs.git, needs.java, needs.chromium, needs.sandbox],
    nice: [nice.headlessShell],
  },
  'test:long': {
    script: 'dev/test.ts',
    needs: [...[needs.git, needs.java, needs.chromium, needs.sandbox], ...[needs.firefox, needs.webkit, needs.screen]],
    nice: [nice.headlessShell],
    env: { COUNTERSIGN_LONG: '1' },
  },
  // Plain programs: `npm run deploy -- --dry-run` shows its plan without packages or a network.
  deploy: { script: 'dev/deploy/main.mjs', needs: [], nice: [], isPlain: true },
  doctor: { script: 'dev/deploy/main.mjs', needs: [], nice: [], isPlain: true },
  destroy: { script: 'dev/deploy/main.mjs', needs: [], nice: [], isPlain: true },
  backup: { script: 'dev/backup/main.ts', args: ['backup'], needs: [], nice: [] },
  restore: { script: 'dev/backup/main.ts', args: ['restore'], needs: [], nice: [] },
  bench: {
    script: 'bench/main.ts',
    needs: [needs.git, needs.java, needs.chromium],
    nice: [nice.headlessShell],
    // Named measurements alone are run.
    packages: (names) => ['.', ...(names.length === 0 || names.includes('lighthouse') ? ['bench/lighthouse'] : [])],
  },
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`There is no command "${name}". Available: ${Object.keys(commands).join(', ')}.`);
checkNode();
if (name === 'start' || name === 'dev') readEnvFile();
const missing = await missingPrograms(command.needs);
// In parallel: one of them computes while the other waits for the network.
const needsPackages = !(command.isPlain && args.includes('--dry-run'));
const [packages, programs] = await Promise.allSettled([
  needsPackages ? installAll(command.packages?.(args.filter((one) => !one.startsWith('-')))) : undefined,
  installPrograms(missing, command.nice),
]);
for (const { reason } of [packages, programs]) if (reason) stop(reason.message);
run(command);

/** `folders`: those with a lock file of their own. In turn: npm keeps both cores busy. */
async function installAll(folders = ['.']) {
  for (const folder of folders) await installPackages(join(root, folder));
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Node ${process.versions.node} is too old: install Node 20.19 or later (https://nodejs.org) and start again.`);
  }
}

/** The packages of missing programs. If they cannot be installed from here, it stops and says which command to run. */
async function missingPrograms(wanted) {
  const missing = wanted.filter(isMissing);
  const packages = await Promise.all(missing.map(([, own]) => (typeof own === 'function' ? own() : own)));
  const names = missing.map(([, , name], index) => name ?? packages[index]);
  if (packages.length > 0 && (!find('apt-get') || packages.includes(undefined)))
    stop(`Install ${names.join(' and ')}, then start again.`);
  if (packages.length > 0 && process.getuid?.() !== 0)
    stop(`Run this, then start again:  sudo apt-get install -y ${packages.join(' ')}`);
  return packages;
}

function isMissing([program]) {
  return typeof program === 'function' ? !program() : !find(program);
}

/** Whether there is a Java that is new enough for the Firestore emulator that will be started. */
function hasJava() {
  if (process.env.FIRESTORE_EMULATOR_HOST) return true;
  return Boolean(find('java')) && (javaVersion() >= OWN_JAVA || cloudEmulator() !== undefined);
}

/** Some systems have only older ones. One that has never been updated knows no package: there apt-get itself will say. */
async function javaPackage() {
  const any = 'default-jre-headless';
  const own = `openjdk-${OWN_JAVA}-jre-headless`;
  if (cloudEmulator()) return any;
  if (!hasPackage(any) && find('apt-get') && process.getuid?.() === 0)
    await apt(['update', '-qq']).catch(() => undefined);
  return hasPackage(own) || !hasPackage(any) ? own : undefined;
}

function hasPackage(name) {
  return /Candidate: (?!\(none\))/.test(printedBy('apt-cache', ['policy', name]) ?? '');
}

async function installPrograms(packages, niceToHave) {
  const isUpToDate = packages.length > 0;
  if (packages.length > 0) {
    console.log(`Installing ${packages.join(', ')} …`);
    // One run of apt-get for all, unless the optional ones are what is wrong.
    let wished = niceToHave.filter(isMissing).map(([, debianPackage]) => debianPackage);
    try {
      await twice(async () => {
        await apt(['update', '-qq']);
        const more = wished.filter(hasPackage);
        wished = [];
        await aptInstall([...packages, ...more]);
      });
    } catch (error) {
      const words = `Could not be installed; try it yourself:  apt-get install ${packages.join(' ')}`;
      throw new Error(`${error.stderr || error.message}\n${words}`, { cause: error });
    }
  }
  for (const [program, debianPackage] of niceToHave) await tryInstall(program, debianPackage, isUpToDate);
}

/** A mirror's passing trouble should stop nobody: a failure is retried once, a few seconds later. */
async function twice(attempt) {
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, APT_AGAIN_MS));
    return attempt();
  }
}

/** For something that is only nice to have: failing does not matter. */
async function tryInstall(program, debianPackage, isUpToDate) {
  if (find(program) || !find('apt-get') || process.getuid?.() !== 0) return;
  try {
    if (!isUpToDate) await apt(['update', '-qq'], NICE_TO_HAVE_MS);
    await aptInstall([debianPackage], NICE_TO_HAVE_MS);
  } catch {
    // Not every Debian-like system has the package.
  }
}

// Called while this file still waits above, where a constant from below would not be known.
function aptInstall(packages, timeout) {
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages], timeout);
}

/** Fails, with apt-get's output, when apt-get does or takes longer than `timeout` milliseconds. */
function apt(args, timeout = 0) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return util.promisify(execFile)('apt-get', args, { env, timeout, maxBuffer: 64 * 1024 * 1024 });
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

/** Settings for what runs on this machine (.env.example); the shell's own take precedence. Tests do not read them. */
function readEnvFile() {
  const named = process.env.COUNTERSIGN_ENV_FILE;
  const file = named ?? join(root, '.env');
  if (!existsSync(file)) return named && stop(`COUNTERSIGN_ENV_FILE names ${named}, which is not there.`);
  // Some editors begin a file with a mark of its encoding, which would be a part of the first name.
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  // Some versions of Node read lines that are commented out as settings with a # in their name.
  const settings = Object.entries(util.parseEnv(text)).filter(([key]) => /^\w+$/.test(key));
  for (const [key, value] of settings) process.env[key] ??= value;
}

/** Runs a script of the stack; forwards signals to it, and exits with its exit code. */
function run({ script, env = {}, isPlain = false, args: first = [] }) {
  const started = isPlain ? [join(root, script), name] : ['--import', 'tsx', join(root, script)];
  const child = spawn(process.execPath, [...started, ...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium() ?? '',
      HEADLESS_SHELL_PATH: find(nice.headlessShell[0]) ?? '',
      ...env,
    },
  });
  let wasTold = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      wasTold = true;
      child.kill(signal);
    });
  if (process.env.npm_lifecycle_event) endWithParent(() => wasTold || child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** npm passes a signal to the shell between itself and us, which dies without passing it on. */
function endWithParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end(); // unless it was told: a second signal would mean that nobody wants to wait
  }, 500);
  timer.unref();
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
