import type { RiskSpan } from '@countersign/contract';
import { judgeWritten, type Setting, WRITES_UNNAMED } from '../judge-path.ts';
import { type Grammar, parseOptions } from '../options.ts';
import type { Weight } from '../report.ts';
import { KNOWN_LATE } from '../syntax.ts';
import type { Arg } from '../words.ts';
import { judgeTargets } from './writing.ts';

/** A git command with its arguments. */
export interface GitCall {
  name: string;
  args: Arg[];
  span: RiskSpan;
  setting: Setting;
}

type Said = [weight: Weight, text: string];

const discards: Said = ['high', 'Discards uncommitted work'];
const forgets: Said = ['high', 'Deletes branches, tags or history'];
const commits: Said = ['medium', 'Changes the repository; its hooks may run'];
export const LOOKS_AT_REPOSITORY = 'Reads the repository, whose own configuration may name programs to run';
const lists: Said = ['medium', LOOKS_AT_REPOSITORY];
const configures: Said = ['high', 'Changes git’s configuration, which can name programs to run'];
const runs: Said = ['unknown', 'Runs a command at each step'];
/** A patch is a file that the agent may have written; what merges, checkouts and stashes write is from the repository's own commits. */
const patches: Said = ['unknown', WRITES_UNNAMED];

/** Takes the next word for a file's name, even `--cached`. */
const PATHS_FILE = '--pathspec-from-file';

/** What each changing command means, depending on its options. */
const changes: Record<string, (has: Has, call: GitCall) => Said | Said[]> = {
  add: () => commits,
  commit: () => commits,
  merge: (has) => (givesUp(has) ? discards : commits),
  revert: (has) => (givesUp(has) ? discards : commits),
  'cherry-pick': (has) => (givesUp(has) ? discards : commits),
  am: (has, { args }) => {
    if (args.length === 1 && args[0]?.value === '--show-current-patch') return lists;
    // With another word beside it, it may be that option's value: then a patch is applied.
    if (givesUp(has)) return args.length === 1 ? discards : [discards, patches];
    return patches;
  },
  apply: (has, { args }) => {
    if (has('--unsafe-paths')) return ['high', 'Writes outside of the workspace'];
    return looksAtPatch(args) ? lists : patches;
  },
  mv: (_has, { args, setting }) => {
    judgeTargets(setting, operandsOf(args), commits[1]);
    return commits;
  },
  init: (has, { args }) =>
    args.length > 0 ? ['unknown', 'Creates a repository from a template or elsewhere'] : commits,
  switch: (has) => (has('-f', '--force', '--discard-changes', '-C', '--force-create') ? discards : commits),
  checkout: (has, { args }) =>
    has('--', '.', '-f', '--force', '-B', '-p', '--patch') || takesFiles(has, args) ? discards : commits,
  restore: (has) => (has('--staged') && !has('--worktree', '-W', '--no-staged', PATHS_FILE) ? commits : discards),
  reset: (has) => (has('--hard', '--merge', '--keep') ? discards : commits),
  clean: (_has, { args }) => (isDryRun(args) ? lists : discards),
  rm: (has) => (has('--cached') && !has('--no-cached', PATHS_FILE) ? commits : ['high', 'Deletes files']),
  stash: (has, { args: [first] }) => stashing(first?.value),
  rebase: (has) =>
    has('-x', '--exec') ? runs : givesUp(has) ? discards : ['medium', 'Rewrites commits; its hooks may run'],
  branch: (has) => (has('-d', '-D', '--delete', '-M', '-C', '-f', '--force') ? forgets : commits),
  tag: (has) => (has('-d', '--delete', '-f', '--force') ? forgets : commits),
  worktree: (_has, call) => worktrees(call),
  reflog: (has) => (has('expire', 'delete') ? forgets : lists),
  gc: () => forgets,
  prune: () => forgets,
  'filter-branch': () => forgets,
  'update-ref': () => forgets,
  replace: () => forgets,
  'symbolic-ref': () => forgets,
  bisect: (has) => (has('run') ? runs : commits),
  notes: () => commits,
  config: (_has, { args }) => (isConfigRead(args) ? lists : configures),
  remote: (has, { args }) => remotes(has, args),
  push: (has, { args }) => pushes(has, args),
};

type Has = (...options: string[]) => boolean;

/**
 * What stopped at a conflict is given up, or a commit of it: files become what they were before, as by `reset`, and what has
 * been resolved is lost. `--quit` leaves them as they are.
 */
const givesUp = (has: Has) => has('--abort', '--skip');

/** Reports what the command means; false where it is not known. */
export function judgeGitChange(call: GitCall): boolean {
  const { name, args, span, setting } = call;
  if (!Object.hasOwn(changes, name)) return false;
  // What follows `--` are names, however they look.
  const end = args.findIndex(({ value }) => value === '--');
  const given = end === -1 ? args : args.slice(0, end + 1);
  const has: Has = (...options) =>
    given.some(({ value }) => value !== null && options.some((option) => matches(value, option, valued[name])));
  const said = changes[name]?.(has, call) ?? runs;
  const all = typeof said[0] === 'string' ? [said as Said] : (said as Said[]);
  for (const [weight, text] of all) setting.report.add(weight, text, span);
  const [first] = args;
  if (first?.isPattern && withActions.has(name)) setting.report.add('unknown', KNOWN_LATE, first.span);
  return true;
}

/** Commands whose first word says what to do. */
const withActions = new Set('stash worktree reflog bisect notes config remote'.split(' '));

/** Letters with a value: what follows one in its word are no options. */
const valued: Record<string, string> = {
  branch: 'u',
  checkout: 'bB',
  push: 'o',
  rebase: 'xsXC',
  restore: 's',
  switch: 'cC',
  tag: 'mFu',
};

/** `--forc` is `--force`, and `-xdf` includes `-f`; `--force-with-lease` forces as well. */
function matches(value: string, option: string, lettersWithValue = ''): boolean {
  if (value === option) return true;
  const [name = ''] = value.split('=');
  if (option.startsWith('--')) {
    return (
      option.length > 2 &&
      name.length > 2 &&
      (option.startsWith(name) || name.startsWith(`${option}-`) || name === option)
    );
  }
  if (!/^-[^-]$/.test(option) || !/^-[^-]/.test(value)) return false;
  const end = [...value].findIndex((letter) => lettersWithValue.includes(letter));
  return value.slice(0, end === -1 ? undefined : end + 1).includes(option.charAt(1));
}

/**
 * `git checkout main src` writes over the files, as `git checkout src/a.ts` does; what looks like a branch is taken for one.
 * Git fills in patterns itself, quoted or not. No branch has a pattern's signs in its name, and no part of one begins with
 * a dot.
 */
function takesFiles(has: Has, args: Arg[]): boolean {
  if (has(...ofFilesOnly)) return true;
  if (has('-b', '--orphan', '--track', '--no-track', '-t')) return false;
  const names = args.flatMap(({ value }) => (value === null || value.startsWith('-') ? [] : [value]));
  return names.length > 1 || /(?:[*?[(:\\]|(?:^|\/)\.|^\/|\/$|[^\d/]\.[A-Za-z]\w*$)/.test(names[0] ?? '');
}

/** Options of `git checkout` that are about files, not a branch. */
const ofFilesOnly = ['--ours', '--theirs', '-2', '-3', '--overlay', '--no-overlay', PATHS_FILE];

const cleaning: Grammar = { flags: 'ndxXqf', valued: 'e', long: 'dry-run quiet force', longValued: 'exclude' };

/** `-e` takes the next letters or the next word, and `--no-dry-run` takes back: only what is completely understood counts. */
function isDryRun(args: readonly Arg[]): boolean {
  const { used, strange } = parseOptions(args, cleaning);
  return strange === null && (used.has('n') || used.has('dry-run'));
}

const lookingAtPatch: Grammar = { flags: 'vRz', long: 'check stat numstat summary verbose quiet reverse index cached' };

/** With these it applies nothing, unless it is told to by another option, or one takes the next word for its value. */
function looksAtPatch(args: readonly Arg[]): boolean {
  const { used, strange } = parseOptions(args, lookingAtPatch);
  return strange === null && ['check', 'stat', 'numstat', 'summary'].some((option) => used.has(option));
}

/** Adding or moving one writes a whole folder. */
function worktrees({ args: [action, ...args], setting }: GitCall): Said {
  if (action?.value === 'list') return lists;
  if (action?.value === 'remove' || action?.value === 'prune') return discards;
  for (const arg of operandsOf(args)) judgeWritten(setting, arg, commits[1]);
  return commits;
}

/** What is no option; an option's value counts as well. */
function operandsOf(args: readonly Arg[]): Arg[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, index) => value !== '--' && ((end !== -1 && index > end) || !value?.startsWith('-')));
}

function stashing(action: string | null | undefined): Said {
  if (action === 'drop' || action === 'clear') return discards;
  return action === 'list' || action === 'show' ? lists : commits;
}

const configScopes = new Set(
  '--global --system --local --worktree --show-origin --show-scope --name-only --null --includes -z'.split(' '),
);
const configReads = new Set('get list --get --get-all --get-regexp --list -l'.split(' '));

/** The first word that says what to do: a later `-l` may be another option's value. A name alone, `user.name`, is read. */
function isConfigRead(args: readonly Arg[]): boolean {
  const at = args.findIndex(({ value }) => !configScopes.has(value ?? ''));
  const name = args[at]?.value ?? '';
  return configReads.has(name) || (at === args.length - 1 && /^\w[\w-]*\.[\w.-]+$/.test(name));
}

function remotes(has: Has, args: Arg[]): Said {
  if (args.every(({ value }) => value === '-v' || value === '--verbose') || args[0]?.value === 'get-url') return lists;
  if (has('show', 'update', 'prune')) return ['high', 'Talks to the network'];
  return ['high', 'Changes where the repository is pushed to and fetched from'];
}

function pushes(has: Has, args: Arg[]): Said[] {
  const isRewrite =
    has('-f', '--force', '--mirror', '--delete', '-d', '--prune') ||
    args.some(({ value }) => value !== null && (value.startsWith('+') || value.startsWith(':')));
  const network: Said = ['high', 'Talks to the network'];
  return isRewrite ? [['high', 'Overwrites or deletes what others have'], network] : [network];
}
