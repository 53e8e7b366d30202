import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Places that a command can write to; the rest of the machine is read-only, and there is no network. */
export interface Sandbox {
  /** The folder in which the command starts. */
  workspace: string;
  home: string;
  scratch: string;
}

export function makeSandbox(root: string): Sandbox {
  const sandbox = { workspace: join(root, 'workspace'), home: join(root, 'home'), scratch: join(root, 'tmp') };
  for (const folder of Object.values(sandbox)) mkdirSync(folder, { recursive: true });
  return sandbox;
}

const SECONDS_EACH = 5;

/**
 * Runs each command with bash and with the system's sh, as a user without rights, and returns bash's exit codes; 124
 * for one that took too long.
 */
export function runInSandbox(
  { workspace, home, scratch }: Sandbox,
  list: string,
  commands: readonly string[],
): number[] {
  // Each command ends with a zero byte, which none can contain.
  writeFileSync(list, commands.map((command) => `${command}\0`).join(''));
  const loop = `
    while IFS= read -r -d '' line <&3; do
      cd /mnt/workspace
      for shell in sh bash; do timeout ${SECONDS_EACH} $shell -c "$line" 3<&- </dev/null >/dev/null 2>&1; code=$?; done
      echo "$code"
    done 3</mnt/list`;
  const output = execFileSync(
    'bwrap',
    [
      ...[
        '--unshare-all',
        '--uid',
        '65534',
        '--gid',
        '65534',
        '--die-with-parent',
        '--new-session',
        '--cap-drop',
        'ALL',
      ],
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/mnt', '--ro-bind', list, '/mnt/list'],
      ...['--bind', workspace, '/mnt/workspace', '--bind', home, '/mnt/home', '--bind', scratch, '/tmp'],
      ...['--clearenv', '--setenv', 'PATH', '/usr/local/bin:/usr/bin:/bin', '--setenv', 'HOME', '/mnt/home'],
      ...['--chdir', '/mnt/workspace', 'bash', '-c', loop],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 16 * 1024 * 1024 },
  );
  return output.trim().split('\n').map(Number);
}

/** The contents of the sandbox: names, kinds, modes, modification times and contents, but no access times. */
export function fingerprint({ workspace, home, scratch }: Sandbox): string {
  const hash = createHash('sha256');
  for (const folder of [workspace, home]) addTo(hash, folder);
  // Programs may create passing files there (`tac` does for piped input), which changes the folder's own time.
  for (const name of readdirSync(scratch).sort()) addTo(hash, join(scratch, name));
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const { mode, mtimeMs, size } = lstatSync(path);
  hash.update(JSON.stringify([path, mode, mtimeMs, size]));
  const kind = mode & 0o170000;
  if (kind === 0o040000) for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
  else if (kind === 0o120000) hash.update(readlinkSync(path));
  else if (kind === 0o100000) hash.update(readFileSync(path));
}
