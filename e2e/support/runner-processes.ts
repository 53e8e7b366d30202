import { readdirSync, readFileSync } from 'node:fs';

/** A container's processes on this machine. Only for tests that kill or freeze them. */

/** The runner of a container's newest execution; undefined if none is alive. */
export function runnerOf(containerId: string): number | undefined {
  return runnersOf(containerId).at(-1);
}

/** The runners of all its executions, oldest first. */
export function runnersOf(containerId: string): number[] {
  const alike = allProcesses()
    .filter((pid) => commandOf(pid).some((part) => part.endsWith('agent/dist/main.js')) && !isShell(pid))
    .filter((pid) => variablesOf(pid).includes(`CONTAINER_ID=${containerId}`));
  // A program that a runner has just begun to start, such as git, looks like the runner until its own code is loaded.
  return alike.filter((pid) => !alike.includes(parentOf(pid) ?? 0)).sort((a, b) => startOf(a) - startOf(b));
}

/** Where the files of a container's newest execution are; undefined if none is alive. */
export function filesOf(containerId: string): string | undefined {
  const pid = runnerOf(containerId);
  return pid === undefined ? undefined : variablesOf(pid).find((variable) => variable.startsWith('TMPDIR='));
}

/** The coding agent that a runner drives; undefined if none is alive. */
export function agentOf(runner: number): number | undefined {
  return allProcesses().find(
    (pid) => parentOf(pid) === runner && commandOf(pid).some((part) => /demo\.js$/.test(part)),
  );
}

/** Everything that runs for a container, including agents, which have an environment of their own. */
export function processesOf(containerId: string): number[] {
  const own = allProcesses().filter((pid) => variablesOf(pid).includes(`CONTAINER_ID=${containerId}`));
  const below = allProcesses().filter((pid) => own.includes(parentOf(pid) ?? 0));
  return [...new Set([...own, ...below])];
}

/** Sends a signal; false if the process has already ended. */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    return false;
  }
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

const isShell = (pid: number) => commandOf(pid)[0]?.endsWith('sh') === true;
const commandOf = (pid: number) => partsOf(pid, 'cmdline');
const variablesOf = (pid: number) => partsOf(pid, 'environ');
const parentOf = (pid: number) => statOf(pid)[1];
const startOf = (pid: number) => statOf(pid)[19] ?? 0;

function partsOf(pid: number, file: 'cmdline' | 'environ'): string[] {
  return textOf(pid, file).split('\0');
}

/** The fields of /proc/<pid>/stat after the command's name, which may contain spaces. A zombie has none. */
function statOf(pid: number): number[] {
  const stat = textOf(pid, 'stat');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended in the meantime
  }
}
