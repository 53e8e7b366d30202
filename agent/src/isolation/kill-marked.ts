import { readdir, readFile } from 'node:fs/promises';
import { nanoid } from 'nanoid';
import { killAllOf, type AgentUser } from '../workspace/agent-user.ts';

/** Set in the environment of a started process: its descendants inherit it and can be found by it after it has gone. */
export type Marker = Readonly<Record<'COUNTERSIGN_RUN', string>>;

export function createMarker(): Marker {
  return { COUNTERSIGN_RUN: nanoid() };
}

/**
 * Ends every process that an agent or a setup command left behind: all with the run's marker in their environment, and
 * all of its user's, unless agents of other containers have the same one, as on one's own machine. Without /proc (macOS)
 * only the process group is ended.
 */
export async function killMarked(marker: Marker, user: AgentUser | null): Promise<void> {
  if (user?.isOwn === true) await killAllOf(user);
  for (const pid of await numbersIn('/proc')) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`COUNTERSIGN_RUN=${marker.COUNTERSIGN_RUN}`)) kill(pid);
  }
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map(Number).filter((number) => Number.isInteger(number) && number > 1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended in the meantime
  }
}
