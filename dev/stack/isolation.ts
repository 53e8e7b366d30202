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
  const hasAgents = Boolean(
    process.env.MODEL_API_KEY || process.env.MODEL_NAME || process.env.MODELS || process.env.CUSTOM_AGENT,
  );
  if (!hasAgents || isolationSettings().AGENT_ISOLATION === 'bubblewrap') return null;
  return (
    "Agents run as you, beside everything on this machine: they could read your files and this stack's keys, and approve for you." +
    (process.platform === 'linux' ? ' Install bubblewrap to keep them apart.' : ' Only on Linux are they kept apart.')
  );
}

/** Whether bubblewrap may make namespaces: some systems forbid that to users, or inside containers. */
function worksHere(): boolean {
  if (process.platform !== 'linux') return false;
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  return spawnSync('bwrap', [...NAMESPACES, ...view, 'true'], { stdio: 'ignore' }).status === 0;
}
