import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { sendSignal } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];
/** It takes a few hundredths of a second. */
const TRY_MS = 10_000;

/** How agents are isolated from this machine: as the starter of the stack says, else with bubblewrap if it works. */
export async function isolationSettings(): Promise<Record<string, string>> {
  const { AGENT_ISOLATION, AGENT_INTERNET, AGENT_FOLDERS } = process.env;
  const isolation = AGENT_ISOLATION ?? ((await canIsolate()) ? 'bubblewrap' : '');
  const given = { AGENT_INTERNET, AGENT_FOLDERS };
  const told = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { AGENT_ISOLATION: isolation, ...Object.fromEntries(told) };
}

/**
 * What the starter of the stack must know about agents that are not isolated from the machine, or that lack folders they
 * were to see; null if there is nothing to say, or if only the built-in agent can be chosen.
 */
export async function isolationWarning(): Promise<string | null> {
  if (!hasAgents()) return null;
  if ((await isolationSettings()).AGENT_ISOLATION === 'bubblewrap') return missingFolders();
  return `${await whoseAgents()} ${await remedy()}`;
}

/** As whom agents run, and what they could do. Only root can give them an account, if it exists. */
async function whoseAgents(): Promise<string> {
  const { AGENT_USER } = process.env;
  if (!AGENT_USER || process.getuid?.() !== 0 || !(await isKnown(AGENT_USER)))
    return "Agents run as you, beside everything on this machine: they could read your files and this stack's keys, and approve for you.";
  return `Agents run as ${AGENT_USER}, beside everything on this machine: they could read what that account may, and reach this stack's emulators, where they could approve for you.`;
}

const isKnown = (account: string): Promise<boolean> =>
  promisify(execFile)('id', ['-u', account]).then(
    () => true,
    () => false,
  );

/** Folders that AGENT_FOLDERS names and that are not there: agents would find nothing, and nobody would know why. */
function missingFolders(): string | null {
  const named = (process.env.AGENT_FOLDERS ?? '').split(delimiter).filter(Boolean);
  const missing = named.filter((folder) => !existsSync(folder));
  return missing.length === 0 ? null : `AGENT_FOLDERS names what is not there: ${missing.join(', ')}`;
}

/** Whether any agent but the built-in one is offered, or could ask a model. */
function hasAgents(): boolean {
  const { AGENTS, MODEL_API_KEY, MODEL_BASE_URL, MODEL_NAME, MODELS, CUSTOM_AGENT } = process.env;
  const named = (AGENTS ?? '').split(',').map((name) => name.trim());
  if (named.some((name) => name !== '' && name !== 'demo')) return true;
  return Boolean(MODEL_API_KEY || MODEL_BASE_URL || MODEL_NAME || MODELS || CUSTOM_AGENT);
}

async function remedy(): Promise<string> {
  if (process.platform !== 'linux') return 'They are kept apart only on Linux.';
  if (process.env.AGENT_ISOLATION !== undefined)
    return 'AGENT_ISOLATION says so; without it they are kept apart where bubblewrap works.';
  const { isMissing, words } = await tryBubblewrap();
  if (isMissing) return 'Install bubblewrap to keep them apart.';
  return (
    `bubblewrap would keep them apart, but is not permitted to here (${words.trim().split('\n')[0]}). ` +
    'On Ubuntu this permits it:  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  );
}

/** Whether bubblewrap may make namespaces: some systems forbid that to users, or inside containers. */
export async function canIsolate(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return (await tryBubblewrap()).isPermitted;
}

interface Tried {
  isPermitted: boolean;
  isMissing: boolean;
  /** What it said about its failure. */
  words: string;
}

/**
 * In a process group of its own: a Ctrl-C in the terminal would end bubblewrap and leave the process that it has just
 * made waiting for it for ever, with our end of its output.
 */
async function tryBubblewrap(): Promise<Tried> {
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  const child = spawn('bwrap', [...NAMESPACES, ...view, 'true'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tried: Tried = { isPermitted: false, isMissing: false, words: '' };
  child.stderr.on('data', (chunk) => (tried.words += String(chunk)));
  const ended = once(child, 'close').then(
    ([code]) => (tried.isPermitted = code === 0),
    () => (tried.isMissing = true),
  );
  const inTime = await Promise.race([ended.then(() => true), pause(TRY_MS).then(() => false)]);
  if (inTime || child.pid === undefined) return tried;
  sendSignal(-child.pid, 'SIGKILL');
  return { ...tried, words: `it did not end within ${TRY_MS / 1000} s` };
}
