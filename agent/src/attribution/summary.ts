import type { Attribution, AttributedStep } from '@countersign/contract';
import { isDelicate } from '@countersign/contract/agent';
import { shownName } from '../lib/file-names.ts';
import { wellFormed } from '../server/fit-item.ts';
import type { ChangedFile, LedgerState } from './ledger.ts';

/**
 * How many names, and characters of them, are listed: of files outside any step, and of files of the same steps. Each
 * of the first is a part that the page keeps count of until a person has opened it: of 400 it takes seconds to draw.
 */
const OUTSIDE_LISTED = { names: 200, characters: 20_000 };
const WITHIN_LISTED = { names: 20, characters: 2_000 };
const GROUPS = 100;
const STEPS = 10;
const TITLE = 150;

type Known = Pick<ChangedFile, 'content' | 'steps' | 'isOutside'>;

/** What the person sees before the changes are published. `files`: path → what is known of it. */
export function summaryOf(
  files: ReadonlyMap<string, Known>,
  titles: LedgerState['titles'],
): Omit<Attribution, 'rejected' | 'notes'> {
  const order = Object.keys(titles);
  const groups = new Map<string, { steps: AttributedStep[]; paths: string[] }>();
  const outside: string[] = [];
  const acting: string[] = [];
  for (const [path, { content, steps, isOutside }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const named = Object.entries(steps)
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([id, how]) => ({ id, title: cut(titles[id] ?? id), how }));
    if (isOutside || named.length === 0) {
      (mayAct(path, content) ? acting : outside).push(path);
      continue;
    }
    const key = JSON.stringify(named);
    const group = groups.get(key) ?? { steps: named, paths: [] };
    group.paths.push(path);
    groups.set(key, group);
  }
  return {
    files: files.size,
    outside: listed([...acting, ...outside], OUTSIDE_LISTED),
    within: [...groups.values()].slice(0, GROUPS).map(({ steps, paths }) => ({
      ...listed(paths, WITHIN_LISTED),
      steps: steps.slice(0, STEPS),
      moreSteps: Math.max(0, steps.length - STEPS),
    })),
  };
}

/**
 * What can be run, stands for something elsewhere, or is taken up by a tool unasked: it must not be hidden by others.
 */
function mayAct(path: string, content: string): boolean {
  return /^(?:100755|120000|160000) /.test(content) || isDelicate(path.split('/'));
}

/** The attribution in a sentence, for the pull request. */
export function sentenceOf({ files, outside, rejected, notes }: Attribution): string {
  if (files === 0) return notes.join(' ');
  const count = `${files} ${files === 1 ? 'file' : 'files'}`;
  const sentences =
    outside.files === 0
      ? [`${count}, ${files === 1 ? 'within an approved step' : 'all within approved steps'}.`]
      : [`${count}, ${outside.files} of them changed outside of any approved step: ${names(outside)}.`];
  for (const { title, listed: there } of rejected) {
    const where = names({ files: there.length, listed: there });
    sentences.push(`Rejected, but changed anyway: \`${oneLine(title)}\` in ${where}.`);
  }
  return sentences.join(' ');
}

/** What is said of approved files that git ignores; null if there are none. */
export function ignoredWords(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const few = listed([...paths].sort(), WITHIN_LISTED);
  const are = paths.length === 1 ? 'approved file is' : 'approved files are';
  return `${paths.length} ${are} ignored by .gitignore and not published: ${names(few)}.`;
}

/** What is said of what was changed in submodules; null if there is nothing. A path may be that of a folder. */
export function submoduleWords(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const few = listed([...paths].sort(), WITHIN_LISTED);
  const what = paths.some((path) => path.endsWith('/')) ? ['file or folder', 'files or folders'] : ['file', 'files'];
  const are = paths.length === 1 ? `${what[0]} in a submodule is` : `${what[1]} in submodules are`;
  return `${paths.length} changed ${are} not published: ${names(few)}.`;
}

/**
 * What is said of such changes when a later run, which has fetched the submodules again, goes on; null if there are
 * none.
 */
export function lostSubmoduleWords(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const few = listed([...paths].sort(), WITHIN_LISTED);
  return `Changes in submodules are not saved. These are gone, unless the setup command makes them again: ${names(few)}.`;
}

/** How many files a sentence names. */
const NAMED = 20;

function names({ files, listed: all }: Attribution['outside']): string {
  const some = all.slice(0, NAMED);
  const more = files > some.length ? [`${files - some.length} more`] : [];
  return [...some.map((path) => `\`${oneLine(path)}\``), ...more].join(', ');
}

/** Keeps the name of a file or step from adding anything else to the text. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').replaceAll('`', "'");
}

function listed(paths: readonly string[], { names: most, characters }: typeof WITHIN_LISTED): Attribution['outside'] {
  let left = characters;
  const shown = paths.slice(0, most).map(shownName);
  const fitting = shown.filter((path) => (left -= path.length) >= 0);
  return { files: paths.length, listed: fitting };
}

/** Files as a publish request lists them beside others. */
export const listedFiles = (paths: readonly string[]) => listed(paths, WITHIN_LISTED);

const cut = (title: string) => (title.length <= TITLE ? title : `${wellFormed(title.slice(0, TITLE - 1))}…`);
