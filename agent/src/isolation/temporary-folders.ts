import { runProgram } from '../lib/run-program.ts';

/**
 * How much fits into each of `/tmp`, `/var/tmp` and `/dev/shm`. They are the machine's memory, which is given back only
 * when the agent ends. TMPDIR leads to the disk, where the workspace's limit counts it, so what goes by these names is
 * sockets, locks and what processes share: a browser under test needs more of that than the 64 MiB that containers
 * usually have.
 */
const LIMIT_BYTES = 256 * 1024 * 1024;

/** The bubblewrap arguments for the folders that end with the agent: the first ones before all other mounts, the last after them. */
export interface TemporaryFolders {
  first: readonly string[];
  last: readonly string[];
}

let asked: Promise<boolean> | undefined;

/** Nothing else that bubblewrap makes of memory can be written: neither the root itself, nor `/dev`, nor `/run`. */
export async function temporaryFolders(log: (line: string) => void): Promise<TemporaryFolders> {
  asked ??= canLimit();
  const isLimited = await asked;
  if (!isLimited)
    log(
      'This bubblewrap cannot limit memory (it is older than 0.7, or has the rights of root): what agents write to /tmp, /var/tmp and /dev/shm takes as much memory as there is.',
    );
  const limited = isLimited ? ['--size', String(LIMIT_BYTES)] : [];
  return {
    first: [
      ...['--dev', '/dev', '--tmpfs', '/run'],
      ...['/dev/shm', '/tmp', '/var/tmp'].flatMap((path) => [...limited, '--tmpfs', path]),
    ],
    last: ['/run', '/dev', '/'].flatMap((path) => ['--remount-ro', path]),
  };
}

/** Tried, because a version says in its help that it can, and refuses where it is installed with more rights. */
async function canLimit(): Promise<boolean> {
  const view = ['--unshare-user', '--ro-bind', '/', '/', '--size', String(LIMIT_BYTES), '--tmpfs', '/tmp'];
  return runProgram('bwrap', [...view, '--', 'true']).then(
    () => true,
    () => false,
  );
}
