import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { bracesOf } from '@countersign/contract/agent';
import { bytesOfNames, textOfNames } from '../../lib/file-names.ts';
import { foundInside } from '../../workspace/leads-inside.ts';
import { basesOf, commandOf, lineOf, placesIn, wordsOf } from './command-words.ts';
import { plainWords } from './plain-words.ts';

/** Patterns of one call, names that they all become, and entries of folders that are looked through for them. */
const PATTERNS_MAX = 20;
const NAMES_MAX = 100;
const ENTRIES_MAX = 20_000;
/** Characters of a pattern, and of all that is shown of patterns: a question that is too long cannot be asked. */
const LENGTH_MAX = 500;
const TOLD_MAX = 50_000;

/**
 * A word of a command, and the names, as `textOfNames` gives them, that a shell would put in its place; itself, if
 * there are none.
 */
interface FilledIn {
  pattern: string;
  names: string[];
}

/** How much more of one call is looked at, and shown. */
interface Effort {
  workspace: string;
  entries: number;
  names: number;
  characters: number;
}

/** Thrown where it is not known what a shell makes of a pattern. */
class NotKnown extends Error {}

/**
 * The names that the shell fills in for each pattern of a command (`src/*.ts`), as the files are now, in each folder in
 * which it may run. The server has no file system, so it cannot know whether `src/*.ts` is `src/a.ts` or a file that
 * decides what runs. A pattern of any other form, and one that becomes too many names, is left out: then that counts as
 * unknown.
 */
export async function filledIn(call: ToolCall, workspace: string): Promise<FilledIn[]> {
  if (call.kind !== 'execute') return [];
  const command = commandOf(call);
  const words = plainWords(lineOf(command)).filter((word) => word.includes('*'));
  const spelled = words.flatMap((word) => (areAlternatives(word) ? (bracesOf(word) ?? []) : []));
  const patterns = [...new Set(spelled)].filter(isClear).slice(0, PATTERNS_MAX);
  if (patterns.length === 0) return [];
  const bases = basesOf(wordsOf(command), placesIn(call), workspace);
  if (bases === null) return [];
  const effort: Effort = { workspace, entries: ENTRIES_MAX, names: NAMES_MAX, characters: TOLD_MAX };
  const found: FilledIn[] = [];
  for (const pattern of patterns) {
    const names = await namesOf(pattern, ['', ...bases], effort);
    if (names === null) continue;
    effort.characters -= JSON.stringify({ pattern, names }).length;
    if (effort.characters >= 0) found.push({ pattern, names });
  }
  return found;
}

/** Braces with something else between them than alternatives stay, or count from one to another. */
const areAlternatives = (word: string) =>
  [...word.matchAll(/\{([^{}]*)\}/g)].every(([, inner]) => inner?.includes(','));

/** Only `*`, at each place but a name's beginning with a dot: shells read everything else differently. */
const isClear = (pattern: string) =>
  pattern.length <= LENGTH_MAX &&
  pattern.includes('*') &&
  !/[?[\](){}$`~!#^="'\\]|\*\*|\/\/|\/$/.test(pattern) &&
  pattern.split(sep).every((segment) => segment === '.' || !segment.startsWith('.'));

async function namesOf(pattern: string, bases: readonly string[], effort: Effort): Promise<string[] | null> {
  const { workspace } = effort;
  try {
    if (isAbsolute(pattern)) {
      if (!pattern.startsWith(workspace + sep)) return null;
      const inner = pattern.slice(workspace.length + 1);
      return (await fill(workspace, inner.split(sep), effort)).map((name) => workspace + sep + name).sort();
    }
    const found = new Set<string>();
    for (const base of bases)
      for (const name of await fill(resolve(workspace, base), pattern.split(sep), effort)) found.add(name);
    return [...found].sort();
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
}

/** The names of what is there, as a shell writes them. */
async function fill(folder: string, [segment = '', ...rest]: readonly string[], effort: Effort): Promise<string[]> {
  const isLast = rest.length === 0;
  if (!segment.includes('*')) {
    if (isLast) return (await isThere(join(folder, segment))) ? told([segment], effort) : [];
    return (await fill(join(folder, segment), rest, effort)).map((name) => segment + sep + name);
  }
  const fitting = (await namesIn(folder, effort)).filter((name) => isOf(name, segment.split('*')));
  if (isLast) return told(fitting, effort);
  const below: string[] = [];
  for (const name of fitting)
    below.push(...(await fill(join(folder, name), rest, effort)).map((one) => name + sep + one));
  return below;
}

function told(names: string[], effort: Effort): string[] {
  effort.names -= names.length;
  if (effort.names < 0) throw new NotKnown();
  return names;
}

/** Whether these parts stand in a name in this order, the first at its beginning and the last at its end. */
function isOf(name: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (name.startsWith('.') || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= name.length;
}

/** Nobody looks through folders that are not the task's. */
async function namesIn(folder: string, effort: Effort): Promise<string[]> {
  if (!(await foundInside(effort.workspace, folder))) throw new NotKnown();
  const names = await readdir(bytesOfNames(folder), 'buffer').catch((error: unknown) => orNothing(error, []));
  effort.entries -= names.length;
  if (effort.entries < 0) throw new NotKnown();
  return names.map(textOfNames);
}

const isThere = (place: string): Promise<boolean> =>
  lstat(bytesOfNames(place)).then(
    () => true,
    (error: unknown) => orNothing(error, false),
  );

/** What the runner may not look at, the agent may. */
function orNothing<T>(error: unknown, nothing: T): T {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return nothing;
  throw new NotKnown();
}
