import { isAbsolute, resolve, sep } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { commandLine } from '@countersign/contract';
import { bracesOf } from '@countersign/contract/agent';
import { isRecord } from '../../lib/is-record.ts';
import { namesPlace } from './arguments-beside.ts';
import { shellWords } from './shell-words.ts';

/** Folders in which a command may look for its files; of further ones, it is unknown where they lead. */
const BASES_MAX = 32;
/** Characters of an option in which one letter may stand beside another. */
const LETTERS_MAX = 8;
/** Words that braces become, in all. */
const SPELLED_MAX = 4_000;

/** The command of a call: some agents give it only as the title. */
export const commandOf = ({ rawInput, title }: ToolCall): unknown =>
  isRecord(rawInput) ? (rawInput.command ?? title) : title;

/** Names of arguments that the server takes for places, too, though they need not be such. */
const isPlace = (name: string) => namesPlace.test(name) || /^(?:from|to|source|destination)$/.test(name);

/** The places that a call's arguments name beside its command. */
export function placesIn({ rawInput }: ToolCall): string[] {
  const values = isRecord(rawInput)
    ? Object.entries(rawInput).flatMap(([name, value]) => (isPlace(name) ? [value].flat() : []))
    : [];
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

/**
 * Folders that a command may run in: those it starts in, and those that it enters from there with `cd`, one after the
 * other. A `cd` may fail, or happen in a subshell; the next one then starts from an earlier folder, so all combinations
 * are listed. Null if there are too many, or if the shell fills in the name of one.
 */
export function basesOf(
  readings: ReadonlyArray<readonly string[]>,
  beside: readonly string[],
  workspace: string,
): string[] | null {
  const own = resolve(workspace);
  const isElsewhere = (folder: string) => folder !== '.' && folder !== sep && resolve(own, folder) !== own;
  const begun = [...new Set(beside.filter(isElsewhere))];
  const found = new Set(begun);
  for (const words of readings) {
    let bases = begun;
    for (const { folder, by } of enteredIn(words)) {
      if (by !== '-C' && isPattern(folder)) return null;
      const entered = isAbsolute(folder) ? [folder] : [folder, ...bases.map((base) => base + sep + folder)];
      bases = [...new Set([...bases, ...entered])].slice(0, BASES_MAX + 1);
      if (bases.length > BASES_MAX) return null;
    }
    for (const base of bases) if (base !== sep) found.add(base);
  }
  return found.size > BASES_MAX ? null : [...found];
}

/** Words behind which a folder stands; with `=`, or `-C`, it may be joined to them. Behind `cd`, options may come first. */
const changing = /^(?:cd|pushd|chdir)$/;
const option = /^(?:-C|--(?:chdir|directory|cwd|dir|prefix|work-tree))$/;
const joined = /^(?:-C|--(?:chdir|directory|cwd|dir|prefix|work-tree)=)(?<folder>.+)$/s;

/** Each word that may be a folder which a program enters, and the word that says so. `-C` has other meanings, too. */
function enteredIn(words: readonly string[]): { folder: string; by: string }[] {
  const found: { folder: string; by: string }[] = [];
  let by = '';
  for (const word of words) {
    const folder = joined.exec(word)?.groups?.folder ?? (changing.test(by) || option.test(by) ? word : '.');
    if (folder !== '.') found.push({ folder, by: folder === word ? by : '-C' });
    if (!changing.test(by) || !word.startsWith('-')) by = word;
  }
  return found;
}

/** Whether a shell may put another name in its place; folders are called `[id]`. */
const isPattern = (word: string) =>
  /[*?]|(?<!\$)\{/.test(word) ||
  word.split(sep).some((segment) => segment.includes('[') && !/^\[+[^[\]]*\]+$/.test(segment));

/** A command's words that may be names of files, in several readings: more rather than fewer, as what is none leads nowhere. */
export function wordsOf(command: unknown): string[][] {
  const parts = partsOf(command);
  const line = parts.join(' ');
  // A shell joins what stands side by side: `docs/no"tes".txt` is one name.
  const joined = line.replaceAll(/['"\\]/g, '');
  const split = [line.split(/[\s'"=:,;|&<>()]+/), joined.split(/[\s=:,;|&<>()]+/), joined.split(/[\s;|&<>()]+/)];
  const told = shellWords(lineOf(command));
  const ofPrograms = shellWords(lineOf(command), true);
  const spelled = spelledOut([...told, ...told.flatMap(valuesOf)]);
  return [told, ofPrograms, parts, ...split, spelled].map((words) => words.filter((word) => word !== ''));
}

const partsOf = (command: unknown) => [command].flat().filter((part): part is string => typeof part === 'string');

/** The command as a shell would get it. */
export const lineOf = (command: unknown) =>
  Array.isArray(command) ? commandLine({ command: partsOf(command) }) : partsOf(command).join(' ');

/** What may be a name in an option: behind `=`, or joined to its letter, before which other letters may stand. */
function valuesOf(word: string): string[] {
  if (!word.startsWith('-')) return [];
  const letters = /^-[A-Za-z]{2,}/.exec(word)?.[0].slice(0, LETTERS_MAX) ?? '-a';
  const joinedTo = [...letters.slice(1)].map((_, index) => word.slice(index + 2));
  return [word.slice(word.indexOf('=') + 1), ...joinedTo];
}

/** These, and what a shell makes of braces in them. Those that become too many words the server does not judge. */
function spelledOut(words: readonly string[]): string[] {
  const found = new Set(words);
  for (const word of words)
    if (word.includes('{') && found.size <= words.length + SPELLED_MAX)
      for (const one of bracesOf(word) ?? []) found.add(one);
  return [...found];
}
