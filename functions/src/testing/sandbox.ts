import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A line of each secret in and beside the workspace; it matches whatever random commands search for. */
export const SECRET = "one two TODO a b t.e it's $HOME ;touch x `touch x` canary-7f3a";

/** Places that a command can write to; the rest of the machine is read-only, and there is no network. */
export interface Sandbox {
  /** The folder in which the command starts. */
  workspace: string;
  home: string;
  scratch: string;
}

/** What any sandbox needs: agent/src/testing/can-isolate.ts and dev/stack/isolation.ts try the same. */
const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];

/**
 * Whether bubblewrap works here. Only Linux has such sandboxes, and some systems forbid them to users, or inside
 * containers; then `npm test` says that they were not run.
 */
export function hasSandbox(): boolean {
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  return process.platform === 'linux' && spawnSync('bwrap', [...NAMESPACES, ...view, 'true']).status === 0;
}

export function makeSandbox(root: string): Sandbox {
  const sandbox = { workspace: join(root, 'workspace'), home: join(root, 'home'), scratch: join(root, 'tmp') };
  for (const folder of Object.values(sandbox)) mkdirSync(folder, { recursive: true });
  for (const name of ['.netrc', 'notes.txt']) writeFileSync(join(sandbox.home, name), `${SECRET}\n`);
  writeFileSync(join(root, 'x'), `${SECRET}\n`);
  return sandbox;
}

const SECONDS_EACH = 5;
const SANDBOX_PATH = '/usr/local/bin:/usr/bin:/bin';

/** What became of a command. */
interface Ran {
  /** Bash's exit code; 124 if it took too long. */
  code: number;
  /** Whether it printed a line with `SECRET`'s last word, in either shell. */
  told: boolean;
}

/** Runs each command with bash and with the system's sh, as a user without rights. */
export function runInSandbox({ workspace, home, scratch }: Sandbox, list: string, commands: readonly string[]): Ran[] {
  // Each command ends with a zero byte, which none can contain.
  writeFileSync(list, commands.map((command) => `${command}\0`).join(''));
  const loop = `
    while IFS= read -r -d '' line <&3; do
      cd /mnt/workspace
      told=false
      for shell in sh bash; do
        timeout ${SECONDS_EACH} $shell -c "$line" 3<&- </dev/null >/mnt/output 2>&1; code=$?
        if grep -qaF ${SECRET.split(' ').at(-1)} /mnt/output; then told=true; fi
      done
      echo "$code $told"
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
      // What `../x` means in the workspace.
      ...['--ro-bind', join(dirname(workspace), 'x'), '/mnt/x'],
      ...['--clearenv', '--setenv', 'PATH', SANDBOX_PATH, '--setenv', 'HOME', '/mnt/home'],
      ...['--chdir', '/mnt/workspace', 'bash', '-c', loop],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 16 * 1024 * 1024 },
  );
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(' ')).map(([code, told]) => ({ code: Number(code), told: told === 'true' }));
}

/** Says, for a test's title, which of these programs this machine lacks: a command with one of them proves nothing. */
export function noteMissing(names: readonly string[]): string {
  const find = 'for name; do command -v "$name" >/dev/null || echo "$name"; done';
  const found = execFileSync('bash', ['-c', find, 'bash', ...names], {
    encoding: 'utf8',
    env: { PATH: SANDBOX_PATH },
    // Bash reads its start-up files where its input is a socket.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return found === '' ? '' : `; not installed here: ${found.trim().split('\n').join(', ')}`;
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
