import { PrintedTooMuch } from '../../lib/run-program.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { isLfsPointer, POINTER } from '../../workspace/git/lfs-pointer.ts';
import { besideLfs } from './beside-lfs.ts';
import { wholeDiff } from './commit.ts';
import { entriesIn, type Entry } from './diff-entries.ts';

/** How many paths are named; all are counted. */
const NAMED = 20;

/**
 * What a person must know who sees a small text or link become something else: that it stood for a large file or
 * another repository, which the agent never had; that a submodule now stands for another commit, which is published as
 * one line; or that a new file was to become such a text. Null if there is nothing of the kind. Throws ProgramFailed.
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
      if (entry.mode !== '160000' && (await isLfsPointer(git, entry.object))) files.push(entry);
    }
    const beside = await besideLfs(git, await changed('--diff-filter=A'));
    const words = [
      told(
        files,
        'The pointer of a large file (Git LFS) is replaced by other content; the large file itself was never here:',
      ),
      told(submodules, 'A submodule is removed or replaced by files; those of its repository were never here:'),
      // Only the submodule's own repository, which is not asked, knows whether others have that commit.
      told(moved, 'A submodule is moved to another commit of its repository, which may exist nowhere else:'),
      told(
        beside,
        'A new file belongs in Git LFS (.gitattributes), which is not used here; it is published in the repository itself:',
      ),
    ];
    return words.filter(Boolean).join('\n') || null;
  } catch (error) {
    if (!(error instanceof PrintedTooMuch)) throw error;
    return 'Too much has changed to check whether pointers of large files (Git LFS) or submodules are replaced or moved.';
  }
}

function told(entries: Entry[], words: string): string | null {
  if (entries.length === 0) return null;
  // On one line, whatever a file is called: a name must not add anything else to the card.
  const names = entries.slice(0, NAMED).map(({ path }) => path.replace(/\s+/g, ' '));
  const more = entries.length > NAMED ? [`${entries.length - NAMED} more`] : [];
  return `${words} ${[...names, ...more].join(', ')}`;
}
