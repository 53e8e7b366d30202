import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { findProgram, openedFolder, programBinds, systemBinds } from '../../lib/program-binds.ts';

/** All of the machine that a git which looks at an agent's files is to find. */
export interface Enclosure {
  /** The task's working folder, with the work tree in it. */
  workspace: string;
  gitDir: string;
  /** Where programs are looked for. */
  path: string;
  /** Folders that agents may read. */
  opened: readonly string[];
}

/**
 * The arguments with which bubblewrap starts git where there is nothing that the agent may not read, but the git
 * directory: an agent can put a link in the place of a folder at any moment while git goes through the files, and there it
 * leads nowhere (docs/decisions/016). Without namespaces other than that of files, which would take longer to start, and
 * without `/proc`, which leads to what other programs hold.
 */
export function enclosing({ workspace, gitDir, path, opened }: Enclosure): readonly string[] {
  const closed = [userInfo().homedir, dirname(workspace)];
  const git = findProgram('git', path);
  return [
    '--die-with-parent',
    ...['/dev/null', '/dev/urandom'].flatMap((place) => ['--dev-bind', place, place]),
    ...systemBinds(),
    ...['/etc/alternatives', '/etc/ld.so.cache'].flatMap((place) => ['--ro-bind-try', place, place]),
    ...programBinds([git], { node: process.execPath, closed }),
    ...opened.flatMap((folder) => openedFolder(folder, closed)),
    ...['--bind', workspace, workspace, '--bind', gitDir, gitDir],
  ];
}
