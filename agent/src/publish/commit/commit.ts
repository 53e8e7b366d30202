import { isUtf8 } from 'node:buffer';
import { countersignerIn, trailersOf, type ChangedFiles, type PublishParameters } from '@countersign/contract';
import type { ClaimedTask } from '@countersign/contract/agent';
import { listedFiles } from '../../attribution/summary.ts';
import { namesInput, shownName } from '../../lib/file-names.ts';
import { PrintedTooMuch } from '../../lib/run-program.ts';
import { beganEmpty, type Checkout } from '../../workspace/git/checkout.ts';
import type { Git } from '../../workspace/git/git.ts';
import { headOf } from '../../workspace/git/head-of.ts';
import { hasCommit } from '../../workspace/git/kept-clones.ts';
import { stageAll } from '../../workspace/snapshot/stage-work-tree.ts';
import { patchParts } from './patch-parts.ts';
import { ownCommits, unpushedOf } from './unpushed.ts';

/** What a branch holds beyond its base. */
export interface Change {
  commit: string;
  /** The commit that it differs from: the base, or what was pushed, where nothing is left of that. */
  since: string;
  /** What the patch cannot show, and `git diff --stat`. */
  summary: string;
  /** The same in numbers, for the report after publishing; null if that is too long. */
  changed: ChangedFiles | null;
}

/** How many files are listed by name; all of them are counted. */
const LISTED_FILES = 100;
/** How many files that are not in UTF-8 are listed. */
const FOREIGN_LISTED = 20;

/** A repository's .gitattributes and .gitmodules must not run a program or hide a change from whoever approves it. */
export const wholeDiff = ['--no-ext-diff', '--no-textconv', '--submodule=short', '--ignore-submodules=none'];

/** What a commit is made with. */
export interface CommitWith {
  task: ClaimedTask;
  finishedAt: string;
  /** The newest commit that was pushed, where the branch still has it. */
  pushed: string | null;
  /** The newest that counts as published, also where its branch has served its purpose; `pushed` if absent. */
  published?: string | null;
  /** Which of these commits the branch ends with at the remote; null if with none of them. */
  findPushed: (own: readonly string[]) => Promise<string | null>;
}

/**
 * Commits everything in the work tree, dated `finishedAt`: a runner that continues for one that was killed makes the
 * same commit again, so its approval still holds. The commit follows what was pushed, or else the base, never one that
 * was only asked about: a push of it would publish that one, too. Resolves with the branch's newest commit. Throws
 * ProgramFailed.
 */
export async function commitAll(
  checkout: Checkout,
  { task, finishedAt, pushed, published = pushed, findPushed }: CommitWith,
): Promise<string> {
  const { git, baseCommit } = checkout;
  await stageAll(checkout);
  await dropIgnored(git, published === null ? [baseCommit] : [baseCommit, published]);
  const head = await headOf(checkout);
  const own = await ownCommits(checkout, head);
  const isWanted = head === published || unpushedOf(own, pushed).length <= 1;
  if (isWanted && (await isCommitted(git))) return head;
  if (own.length > 0) await git(['reset', '--quiet', '--soft', (await findPushed(own)) ?? baseCommit]);
  if (!(await isCommitted(git))) {
    const env = { GIT_AUTHOR_DATE: finishedAt, GIT_COMMITTER_DATE: finishedAt };
    const call = { input: messageFor(task), env };
    if (beganEmpty(checkout) && (await headOf(checkout)) === baseCommit) {
      // The first commit of its repository.
      const made = await git(['commit-tree', await git(['write-tree']), '-F', '-'], call);
      await git(['update-ref', 'HEAD', made]);
    } else await git(['commit', '--quiet', '--no-verify', '--file=-'], call);
  }
  return headOf(checkout);
}

/**
 * The index holds what earlier questions to publish asked about, and git keeps what it holds, also if it is ignored by
 * now: an agent told to ignore a file instead could never take it out. What the branch really has stays, as in any
 * repository.
 */
async function dropIgnored(git: Git, commits: readonly string[]): Promise<void> {
  const listed = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
  let ignored = namesIn(await git(listed, { asNames: true }));
  for (const commit of commits) {
    // What was pushed may be another repository's, or be lost with a branch that its owner has deleted.
    if (ignored.length === 0 || !(await hasCommit(git, commit))) continue;
    const since = ['diff', '--cached', '--name-only', '-z', '--no-renames', '--diff-filter=A', ...wholeDiff, commit];
    const added = new Set(namesIn(await git(since, { asNames: true })));
    ignored = ignored.filter((name) => added.has(name));
  }
  const input = namesInput(ignored);
  if (input.length > 0) await git(['update-index', '--force-remove', '-z', '--stdin'], { input });
}

const namesIn = (listed: string) => listed.split('\0').filter(Boolean);

const isCommitted = async (git: Git) => (await git(['diff', '--cached', '--name-only', ...wholeDiff])) === '';

/** The name in the trailers of a commit; null if it has none. It may have been made when another was chosen. */
export async function countersignerOf({ git }: Pick<Checkout, 'git'>, commit: string): Promise<string | null> {
  return countersignerIn(await git(['log', '-1', '--format=%B', commit]));
}

/** The commit of this task that one adds to, with what is new; undefined for the first. */
export async function followsOf(
  checkout: Pick<Checkout, 'git' | 'baseCommit'>,
  commit: string,
): Promise<PublishParameters['follows']> {
  const [, before] = await ownCommits(checkout, commit);
  if (before === undefined) return undefined;
  const between = ['diff', '--name-only', '-z', '--no-renames', ...wholeDiff, before, commit];
  return { commit: before, changed: listedFiles(namesIn(await checkout.git(between, { asNames: true }))) };
}

/** In a form that git accepts, to the second. */
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
  const since = baseCommit;
  return { commit, since, summary: foreign.length === 0 ? summary : `${foreignWords(foreign)}\n\n${summary}`, changed };
}

/**
 * Changed files whose patch is not UTF-8, for instance Latin-1. A patch is kept, and shown, as text: as binary patches
 * these would be complete, but nobody could read what they approve, and no secret would be found in them.
 */
async function notInUtf8(git: Git, baseCommit: string, commit: string): Promise<string[]> {
  const between = [...wholeDiff, baseCommit, commit];
  const patch = await git(['diff', '--no-color', ...between], { asBytes: true }).catch(nothingOfTooMuch);
  if (isUtf8(Buffer.from(patch, 'latin1'))) return [];
  const names = namesIn(await git(['diff', '--name-only', '-z', ...between], { asNames: true }));
  const patches = patchParts(patch);
  return names.filter((_, index) => !isUtf8(Buffer.from(patches[index] ?? '', 'latin1')));
}

/** If the patch is too large to read, it is not shown as text either. */
function nothingOfTooMuch(error: unknown): string {
  if (error instanceof PrintedTooMuch) return '';
  throw error;
}

function foreignWords(names: readonly string[]): string {
  // A name with line breaks, for instance, must not pass for our own words.
  const quoted = names.map(shownName).map((name) => (/\p{C}/u.test(name) ? JSON.stringify(name) : name));
  const listed = quoted.slice(0, FOREIGN_LISTED).join(', ');
  const others = names.length > FOREIGN_LISTED ? ` and ${names.length - FOREIGN_LISTED} more` : '';
  return `Not in UTF-8: ${listed}${others}. The patch has \uFFFD where it cannot show what is there, and must not be applied to these files. The commit has them as they are.`;
}

/** Reads `git diff --numstat -z`: each file's added and removed lines and path; a binary file has no line counts. */
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
 * The complete difference as a patch that `git apply` takes; if binary files are too much to hold, it only names them.
 * Null if the rest is too much, too.
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
