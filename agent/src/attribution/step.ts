import type { ToolKind } from '@countersign/contract';
import { digestOf, resultsOf, type Change } from './changes.ts';
import type { Files } from './files.ts';
import type { NewWindow } from './ledger.ts';
import { askedChange, type AskedChange } from './rejected.ts';
import { isMadeBy } from './replaced-lines.ts';

/** A step of the agent that a person decides on. */
export interface Step {
  /** Its item. */
  id: string;
  title: string;
  kind: ToolKind;
  /** The file changes that the person sees. */
  changes: readonly Change[];
  /** The files it says it changes where it shows no changes, as far as the person sees their names. */
  places: readonly string[];
}

/** Kinds of tools that change no files: a change made while one of them runs is not theirs. */
const reading: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'think', 'fetch', 'switch_mode']);

/** True for a step that no change can belong to. */
export function isReading({ kind, changes }: Step): boolean {
  return changes.length === 0 && reading.has(kind);
}

/** The changes that a person is asked about, kept in case they are rejected. */
export async function changesAsked({ kind, changes, places }: Step, files: Files): Promise<AskedChange[]> {
  const deleted = kind === 'delete' ? places.map((path) => ({ path, oldText: null, newText: null })) : [];
  const asked: AskedChange[] = [];
  for (const { path, ...texts } of [...changes, ...deleted]) {
    const file = await files.nameOf(path);
    if (file !== null) asked.push(askedChange(file, texts, await files.read(file)));
  }
  return asked;
}

/** What may change while an approved step runs: the files it was approved with or, for a command, any. */
export async function windowOf({ id, title, changes, places }: Step, files: Files): Promise<NewWindow> {
  const paths = changes.length > 0 ? changes.map(({ path }) => path) : places;
  const declared: NonNullable<NewWindow['declared']> = {};
  for (const path of new Set(paths)) {
    const file = await files.nameOf(path);
    if (file === null) continue;
    const ofFile = changes.filter((change) => change.path === path);
    const results = ofFile.length === 0 ? null : (await resultsIn(file, ofFile, files)).map(digestOf);
    declared[file] = { expected: results, isWhole: ofFile[0]?.oldText === null };
  }
  return { id, title, declared: paths.length === 0 ? null : declared };
}

/**
 * What a file may hold after these changes. If it exists but cannot be read, that is known only where the last of them
 * replaces all of it.
 */
async function resultsIn(file: string, changes: readonly Change[], files: Files): Promise<string[]> {
  const held = await files.read(file);
  const isUnknown = held === null && (await files.changedAt(file)) !== null;
  return isUnknown && changes.at(-1)?.oldText !== null ? [] : resultsOf(changes, held);
}

/**
 * For each file in which passages are to be replaced: a test whether a text may be the result, wherever in the file the
 * passages are. A test and not a list, because there may be too many possible texts to list.
 */
export async function passagesOf({ changes }: Step, files: Files): Promise<Map<string, (text: string) => boolean>> {
  const found = new Map<string, (text: string) => boolean>();
  for (const path of new Set(changes.map((change) => change.path))) {
    const file = await files.nameOf(path);
    if (file === null) continue;
    const held = await files.read(file);
    const ofFile = changes.filter((change) => change.path === path);
    // Of a file that cannot be read, nothing is known around a passage.
    if (held !== null || ofFile[0]?.oldText === null) found.set(file, (text) => isMadeBy(ofFile, held, text));
  }
  return found;
}
