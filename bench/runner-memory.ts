import { readdir, readFile } from 'node:fs/promises';

/**
 * Megabytes of the resident set of a container's runner: its own process, not the agent's. NaN if it is not running.
 */
export async function runnerMegabytes(containerId: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    // Shells that start it have its command line, too.
    if (!program.endsWith('node') || !args.some((arg) => arg.endsWith('agent/dist/main.js'))) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`CONTAINER_ID=${containerId}`)) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }
  return Number.NaN;
}
