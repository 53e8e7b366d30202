import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { messageOf } from '../lib/failures.ts';
import { runProgram } from '../lib/run-program.ts';
import { killAllOf, type AgentUser } from './agent-user.ts';

/** Folders beside a task's own that agents can write to, such as `/tmp`: one would leave files there for the next. */
export interface SharedFolders {
  /**
   * Ends whatever the agents' account runs, and removes its files there, and nobody else's. Throws if some of them stay:
   * no other task may begin then.
   */
  clear(): Promise<void>;
  /** What the account's files take there. */
  bytes(): Promise<number>;
}

/** Where they are, and whose files are meant. */
export interface SharedFoldersOptions {
  /** Null where agents have no account of their own: nothing tells their files from others', so none is touched. */
  user: AgentUser | null;
  folders: readonly string[];
  /** Left alone, wherever it is. */
  workRoot: string;
}

/** What is just being ended may still write. */
const ATTEMPTS = 3;

/** Where no such folders are named, as on one's own machine, nothing is done. */
export function createSharedFolders({ user, folders, workRoot }: SharedFoldersOptions): SharedFolders {
  const places = user === null ? [] : folders.filter((folder) => existsSync(folder));
  // Without a place, `find` would look into the current folder.
  if (user === null || places.length === 0) return { clear: async () => undefined, bytes: async () => 0 };
  /**
   * What belongs to the account, and in folders of its own everything. No link is followed, no other file system entered.
   * The names, which need not be text, and the depth below them are left to the programs that get them.
   */
  const found = (...action: string[]) => [
    ...places,
    ...['-ignore_readdir_race', '-mindepth', '1', '-xdev'],
    ...['(', '-samefile', workRoot, '-prune', ')', '-o', '-user', String(user.uid), '-prune', ...action],
  ];
  const remove = async () => {
    await killAllOf(user);
    await runProgram('find', found('-exec', 'rm', '-rf', '--', '{}', '+'));
  };
  return {
    async clear() {
      await mkdir(workRoot, { recursive: true, mode: 0o711 });
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await remove();
        } catch (cause) {
          if (attempt < ATTEMPTS) continue;
          throw new Error(`What an agent left outside of its task cannot be removed: ${messageOf(cause)}`, { cause });
        }
      }
    },
    async bytes() {
      const script = 'find "$@" | du -skc --files0-from=- | tail -n 1';
      const total = await runProgram('sh', ['-c', script, 'sh', ...found('-print0')]);
      return (Number.parseInt(total.toString(), 10) || 0) * 1024;
    },
  };
}
