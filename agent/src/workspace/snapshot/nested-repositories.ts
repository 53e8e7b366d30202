import { namesInput, shownName } from '../../lib/file-names.ts';
import type { Git } from '../git/git.ts';

export interface OtherFiles {
  files: string[];
  /** What was put into the index to open a nested repository; no such file exists. */
  markers: string[];
}

const MARKER = '.countersign-opens-this-folder';
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/**
 * Lists files that are not in an index, as `git ls-files --others` with these arguments, including those of nested
 * repositories: git treats a folder as an ordinary one, whatever is in it, as soon as the index has a file in it. That
 * file, the marker, goes with the next `git add --all`, or `git update-index --remove`. Throws ProgramFailed,
 * and Error for one that stays closed.
 */
export async function listOthers(git: Git, args: readonly string[], env: Record<string, string>): Promise<OtherFiles> {
  const markers = new Set<string>();
  for (;;) {
    const listed = (await git(['ls-files', '-z', '--others', ...args], { env, asNames: true }))
      .split('\0')
      .filter(Boolean);
    // A repository is listed as a folder.
    const isRepository = (path: string) => path.endsWith('/');
    const found = listed.filter(isRepository).filter((path) => !markers.has(path + MARKER));
    if (found.length === 0) {
      const closed = listed.find(isRepository);
      if (closed !== undefined) throw new Error(`The repository ${shownName(closed)} cannot be opened`);
      return { files: listed, markers: [...markers] };
    }
    for (const path of found) markers.add(path + MARKER);
    const input = namesInput(found.map((path) => `100644 ${EMPTY_BLOB} 0\t${path}${MARKER}`));
    await git(['update-index', '-z', '--index-info'], { env, input });
  }
}
