import { isUtf8 } from 'node:buffer';
import { trailersOf, type ChangedFiles } from '@countersign/contract';
import type { ClaimedTask } from '@countersign/contract/agent';
import { PrintedTooMuch } from '../lib/run-program.ts';
import type { Checkout } from '../workspace/checkout.ts';
import type { Git } from '../workspace/git.ts';
import { headOf } from '../workspace/head-of.ts';
import { stageAll } from '../workspace/stage-work-tree.ts';

/** What a branch holds beyond its base. */
export interface Change {
  commit: string;
  /** What its patch cannot hold, and `git diff --stat` of it. */
  summary: string;
  /** The same in numbers, for what is told once it is published; null where that is too long. */
  changed: ChangedFiles | null;
}

/** So many files are listed by name; all of them are counted. */
const LISTED_FILES = 100;
/** The same of files that are not in UTF-8. */
const FOREIGN_LISTED = 20;

/** Nothing that a repository's .gitattributes or .gitmodules says runs a program, or hides a change from who approves it. */
export const wholeDiff = ['--no-ext-diff', '--no-textconv', '--submodule=short', '--ignore-submodules=none'];

/**
 * Commits everything in the work tree, dated `finishedAt`: a runner that goes on for one that was killed makes the same
 * commit again, and what was approved of it holds. The branch's newest commit. Throws ProgramFailed.
 */
export async function commitAll(checkout: Checkout, task: ClaimedTask, finishedAt: string): Promise<string> {
  const { git } = checkout;
  await stageAll(checkout);
  const isClean = (await git(['diff', '--cached', '--name-only', ...wholeDiff])) === '';
  const env = { GIT_AUTHOR_DATE: finishedAt, GIT_COMMITTER_DATE: finishedAt };
  if (!isClean) await git(['commit', '--quiet', '--no-verify', '--file=-'], { input: messageFor(task), env });
  return headOf(checkout);
}

/** In a form that git takes, to the second. */
export function timeNow(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What would be published with this commit; null when nothing differs from the base. */
export async function changeOf(
  { git, baseCommit }: Pick<Checkout, 'git' | 'baseCommit'>,
  commit: string,
): Promise<Change | null> {
  const summary = await git(['diff', '--stat=100', '--no-color', ...wholeDiff, baseCommit, commit]);
  if (summary === '') return null;
  const changed = await git(['diff', '--numstat', '-z', '--no-renames', ...wholeDiff, baseCommit, commit])
    .then(toChangedFiles)
    .catch((error: unknown) => {
      if (error instanceof PrintedTooMuch) return null;
      throw error;
    });
  const foreign = await notInUtf8(git, baseCommit, commit);
  return { commit, summary: foreign.length === 0 ? summary : `${foreignWords(foreign)}\n\n${summary}`, changed };
}

/**
 * Changed files whose patch is not UTF-8, in Latin-1 for instance. A patch is kept, and shown, as text: as binary ones these would be whole,
 * but nobody could read what they approve, and no secret would be found in them.
 */
async function notInUtf8(git: Git, baseCommit: string, commit: string): Promise<string[]> {
  const between = [...wholeDiff, baseCommit, commit];
  const patch = await git(['diff', '--no-color', ...between], { asBytes: true }).catch(nothingOfTooMuch);
  if (isUtf8(Buffer.from(patch, 'latin1'))) return [];
  const names = (await git(['diff', '--name-only', '-z', ...between])).split('\0');
  const patches = patch.split(/(?<=^|\n)(?=diff --git )/);
  return names.filter((_, index) => !isUtf8(Buffer.from(patches[index] ?? '', 'latin1')));
}

/** Of what is too large, no patch with text is shown either. */
function nothingOfTooMuch(error: unknown): string {
  if (error instanceof PrintedTooMuch) return '';
  throw error;
}

function foreignWords(names: readonly string[]): string {
  // A name that goes over several lines, for instance, must not pass for words of ours.
  const quoted = names.map((name) => (/\p{C}/u.test(name) ? JSON.stringify(name) : name));
  const listed = quoted.slice(0, FOREIGN_LISTED).join(', ');
  const others = names.length > FOREIGN_LISTED ? ` and ${names.length - FOREIGN_LISTED} more` : '';
  return `Not in UTF-8: ${listed}${others}. The patch has \uFFFD where it cannot show what is there, and must not be applied to these files. The commit has them as they are.`;
}

/** Reads `git diff --numstat -z`: added, removed and path of each file; of a binary one there are no lines to count. */
function toChangedFiles(counted: string): ChangedFiles {
  const files = counted
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [added = '', removed = '', ...path] = line.split('\t');
      return { path: path.join('\t'), added: linesOf(added), removed: linesOf(removed) };
    });
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + (file[of] ?? 0), 0);
  return { files: files.length, added: sum('added'), removed: sum('removed'), listed: files.slice(0, LISTED_FILES) };
}

const linesOf = (counted: string) => (counted === '-' ? null : Number(counted));

/**
 * The complete difference as a patch that `git apply` takes; where binary files are more than can be held, they are named only. Null
 * where the rest is, too.
 */
export async function patchOf({ git, baseCommit }: Pick<Checkout, 'git' | 'baseCommit'>): Promise<string | null> {
  for (const binary of [['--binary'], []]) {
    try {
      return `${await git(['diff', '--no-color', ...wholeDiff, ...binary, baseCommit, 'HEAD'])}\n`;
    } catch (error) {
      if (!(error instanceof PrintedTooMuch)) throw error;
    }
  }
  return null;
}

function messageFor(task: ClaimedTask): string {
  const trailers = task.evidence ? `\n${trailersOf(task.id, task.evidence.countersignedBy)}` : '';
  return `${task.title}\n\nTask: ${task.id}${trailers}\n`;
}
