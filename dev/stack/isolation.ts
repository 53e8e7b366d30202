import { spawnSync } from 'node:child_process';

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];

/** How agents are isolated from this machine: as the starter of the stack says, else with bubblewrap if it works. */
export function isolationSettings(): Record<string, string> {
  const { AGENT_ISOLATION, AGENT_INTERNET, AGENT_FOLDERS } = process.env;
  const isolation = AGENT_ISOLATION ?? (canIsolate() ? 'bubblewrap' : '');
  const given = { AGENT_INTERNET, AGENT_FOLDERS };
  const told = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { AGENT_ISOLATION: isolation, ...Object.fromEntries(told) };
}

/**
 * What the starter of the stack must know about agents that are not isolated from the machine; null if they are, or if
 * only the built-in agent can be chosen.
 */
export function isolationWarning(): string | null {
  if (!hasAgents() || isolationSettings().AGENT_ISOLATION === 'bubblewrap') return null;
  return `Agents run as you, beside everything on this machine: they could read your files and this stack's keys, and approve for you. ${remedy()}`;
}

/** Whether any agent but the built-in one is offered, or could ask a model. */
function hasAgents(): boolean {
  const { AGENTS, MODEL_API_KEY, MODEL_BASE_URL, MODEL_NAME, MODELS, CUSTOM_AGENT } = process.env;
  const named = (AGENTS ?? '').split(',').map((name) => name.trim());
  if (named.some((name) => name !== '' && name !== 'demo')) return true;
  return Boolean(MODEL_API_KEY || MODEL_BASE_URL || MODEL_NAME || MODELS || CUSTOM_AGENT);
}

function remedy(): string {
  if (process.platform !== 'linux') return 'They are kept apart only on Linux.';
  if (process.env.AGENT_ISOLATION !== undefined)
    return 'AGENT_ISOLATION says so; without it they are kept apart where bubblewrap works.';
  const { error, stderr } = tryBubblewrap();
  if (error) return 'Install bubblewrap to keep them apart.';
  return (
    `bubblewrap would keep them apart, but is not permitted to here (${stderr.trim().split('\n')[0]}). ` +
    'On Ubuntu this permits it:  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  );
}

/** Whether bubblewrap may make namespaces: some systems forbid that to users, or inside containers. */
export function canIsolate(): boolean {
  if (process.platform !== 'linux') return false;
  return tryBubblewrap().status === 0;
}

function tryBubblewrap() {
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  return spawnSync('bwrap', [...NAMESPACES, ...view, 'true'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
}
