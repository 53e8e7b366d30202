import { PrintedTooMuch } from '../lib/run-program.ts';
import type { Checkout } from '../workspace/checkout.ts';
import { POINTER, POINTER_BYTES } from '../workspace/lfs-pointer.ts';
import { wholeDiff } from './commit.ts';

/** How many paths are named; all are counted. */
const NAMED = 20;

/**
 * What a person must know who sees a small text or link become something else: that it stood for a large file or
 * another repository, which the agent never had; or that a submodule now stands for another commit, which is published
 * as one line. Null if there is nothing of the kind. Throws ProgramFailed.
 */
export async function replacedPointers({
  git,
  baseCommit,
}: Pick<Checkout, 'git' | 'baseCommit'>): Promise<string | null> {
  const changed = async (...filter: string[]) =>
    entriesIn(
      await git(['diff', '--raw', '-z', '--no-abbrev', '--no-renames', ...wholeDiff, ...filter, baseCommit, 'HEAD']),
    );
  try {
    const submodules = (await changed('--diff-filter=DT')).filter(({ mode }) => mode === '160000');
    const moved = (await changed('--diff-filter=M')).filter(({ mode }) => mode === '160000');
    const files: Entry[] = [];
    for (const entry of await changed('--diff-filter=MT', '--text', `-G^${POINTER.replaceAll('.', '\\.')}$`)) {
      if (entry.mode !== '160000' && (await wasPointer(entry.object))) files.push(entry);
    }
    const words = [
      told(
        files,
        'The pointer of a large file (Git LFS) is replaced by other content; the large file itself was never here:',
      ),
      told(submodules, 'A submodule is removed or replaced by files; those of its repository were never here:'),
      // Only the submodule's own repository, which is not asked, knows whether others have that commit.
      told(moved, 'A submodule is moved to another commit of its repository, which may exist nowhere else:'),
    ];
    return words.filter(Boolean).join('\n') || null;
  } catch (error) {
    if (!(error instanceof PrintedTooMuch)) throw error;
    return 'Too much has changed to check whether pointers of large files (Git LFS) or submodules are replaced or moved.';
  }

  async function wasPointer(object: string): Promise<boolean> {
    if (Number(await git(['cat-file', '-s', object])) > POINTER_BYTES) return false;
    return (await git(['cat-file', 'blob', object])).startsWith(POINTER);
  }
}

/** What was at a path before. */
interface Entry {
  mode: string;
  object: string;
  path: string;
}

/** Reads `git diff --raw -z`. */
function entriesIn(raw: string): Entry[] {
  const parts = raw.split('\0');
  return parts.flatMap((part, index) => {
    const [, mode = '', object = ''] = /^:(\d{6}) \d{6} ([0-9a-f]+) /.exec(part) ?? [];
    return index % 2 === 0 && mode !== '' ? [{ mode, object, path: parts[index + 1] ?? '' }] : [];
  });
}

function told(entries: Entry[], words: string): string | null {
  if (entries.length === 0) return null;
  // On one line, whatever a file is called: a name must not add anything else to the card.
  const names = entries.slice(0, NAMED).map(({ path }) => path.replace(/\s+/g, ' '));
  const more = entries.length > NAMED ? [`${entries.length - NAMED} more`] : [];
  return `${words} ${[...names, ...more].join(', ')}`;
}
