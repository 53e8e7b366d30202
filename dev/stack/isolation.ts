import { spawnSync } from 'node:child_process';

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];

/** How agents are kept apart from this machine: as whoever starts the stack says, else with bubblewrap where it works. */
export function isolationSettings(): { AGENT_ISOLATION: string; AGENT_INTERNET?: string } {
  const { AGENT_ISOLATION, AGENT_INTERNET } = process.env;
  const isolation = AGENT_ISOLATION ?? (worksHere() ? 'bubblewrap' : '');
  return { AGENT_ISOLATION: isolation, ...(AGENT_INTERNET ? { AGENT_INTERNET } : {}) };
}

/**
 * What whoever starts the stack has to know about agents that are not kept apart from the machine; null where they are, and where
 * none but the built-in one can be chosen.
 */
export function isolationWarning(): string | null {
  if (!hasAgents() || isolationSettings().AGENT_ISOLATION === 'bubblewrap') return null;
  return `Agents run as you, beside everything on this machine: they could read your files and this stack's keys, and approve for you. ${remedy()}`;
}

/** Whether any but the built-in agent is offered, or could ask a model. */
function hasAgents(): boolean {
  const { AGENTS, MODEL_API_KEY, MODEL_BASE_URL, MODEL_NAME, MODELS, CUSTOM_AGENT } = process.env;
  const named = (AGENTS ?? '').split(',').map((name) => name.trim());
  if (named.some((name) => name !== '' && name !== 'demo')) return true;
  return Boolean(MODEL_API_KEY || MODEL_BASE_URL || MODEL_NAME || MODELS || CUSTOM_AGENT);
}

function remedy(): string {
  if (process.platform !== 'linux') return 'Only on Linux are they kept apart.';
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
function worksHere(): boolean {
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
