import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { commandLine } from '@countersign/contract';
import { bracesOf, isFileByName } from '@countersign/contract/agent';
import { bytesOfNames, shownName } from '../../lib/file-names.ts';
import { isRecord } from '../../lib/is-record.ts';
import { placeOf } from '../../workspace/leads-inside.ts';
import { namesPlace } from './arguments-beside.ts';
import { shellWords } from './shell-words.ts';

/** More places of one call are not followed; where they lead then counts as unknown. No command that a rule matches has as many. */
const PLACES_MAX = 4_000;
/** Folders in which a command may look for its files; of further ones, it is unknown where they lead. */
const BASES_MAX = 20;

/** A path of more is no path of an ordinary system, and cannot be opened. */
const SEGMENTS_MAX = 1_000;

/** A path that a call names, as it stands there, in the folder that it may be meant in: '' for the workspace's own. */
interface Named {
  base: string;
  path: string;
}

/**
 * Where links of the workspace lead that stand on the way to what a call names, named from the workspace where it is inside. A
 * rule and a judgement go by names, and a link may have any: `docs/notes.txt` for `.env`. A folder's name ends with a `/`, and
 * a folder that is named like a file is one of these, too: `rg` and others read all that is in it.
 */
export async function linksOnTheWay(call: ToolCall, workspace: string): Promise<string[]> {
  const root = await placeOf(workspace);
  const { named, isAll } = namedIn(call);
  const followed = await Promise.all(named.slice(0, PLACES_MAX).map((one) => behindLinks(one, workspace, root)));
  const found = new Set(followed.filter((place) => place !== null).map(shownName));
  if (!isAll || named.length > PLACES_MAX) found.add(sep);
  return [...found].sort();
}

/** Where a path really leads; null where it says so itself. */
async function behindLinks({ base, path }: Named, workspace: string, root: string): Promise<string | null> {
  const inside = relative(workspace, resolve(workspace, base, path));
  if (isOutside(inside)) return null;
  const own = path.startsWith(`${workspace}${sep}`) ? path.slice(workspace.length + 1) : path;
  const folder = await realPlaceOf(base, root);
  const place = await realPlaceOf(own, folder);
  const real = relative(root, place);
  const told = isOutside(real) ? place : real || '.';
  // If only the folder is behind a link, the folder is what leads elsewhere, and it is named itself.
  const isPlain = !path.split(sep).includes('..');
  if (place === join(root, inside) || (base !== '' && isPlain && place === join(folder, path)))
    return isFileByName(path) && (await isFolder(place)) ? asFolder(told) : null;
  // Package managers make such links by the thousand.
  if (isInstalled(inside) && isInstalled(real)) return null;
  return (await isFolder(place)) ? asFolder(told) : told;
}

const asFolder = (path: string) => (path.endsWith(sep) ? path : path + sep);

const isFolder = async (place: string): Promise<boolean> =>
  stat(bytesOfNames(place)).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Where this leads from a real folder. Behind a link, `..` is the folder above its target. */
async function realPlaceOf(path: string, folder: string): Promise<string> {
  if (isAbsolute(path)) return placeOf(path);
  const segments = path.split(sep);
  if (!segments.includes('..') || segments.length > SEGMENTS_MAX) return placeOf(join(folder, path));
  let place = folder;
  for (const segment of segments) place = segment === '..' ? dirname(place) : await placeOf(join(place, segment));
  return place;
}

/** Names of arguments that the server takes for places, too, though they need not be such. */
const isPlace = (name: string) => namesPlace.test(name) || /^(?:from|to|source|destination)$/.test(name);

const isOutside = (path: string) => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

const isInstalled = (path: string) => !isOutside(path) && path.split(sep).includes('node_modules');

function namedIn({ content, locations, rawInput, kind, title }: ToolCall): { named: Named[]; isAll: boolean } {
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const values = isRecord(rawInput)
    ? Object.entries(rawInput).flatMap(([name, value]) => (isPlace(name) ? [value].flat() : []))
    : [];
  const places = values.filter((value): value is string => typeof value === 'string' && value !== '');
  const command = isRecord(rawInput) ? (rawInput.command ?? title) : title;
  const words = kind === 'execute' ? wordsOf(command) : [];
  // Behind `--`, or where a program has no options, a name may begin with a dash.
  const names = words.flat();
  const direct = new Set([...diffs, ...(locations ?? []).map(({ path }) => path), ...places, ...names]);
  const relatives = [...new Set(names)].filter((word) => !isAbsolute(word));
  const bases = kind === 'execute' ? basesOf(words, places) : [];
  // Of too many it is unknown where they lead as it is: in each folder they would fill the memory.
  const isMuch = direct.size > PLACES_MAX;
  const inBases = isMuch ? [] : bases.slice(0, BASES_MAX).flatMap((base) => relatives.map((path) => ({ base, path })));
  return { named: [...[...direct].map((path) => ({ base: '', path })), ...inBases], isAll: bases.length <= BASES_MAX };
}

/**
 * Folders of the workspace that a command may run in: those beside it, and those that it enters, one after the other; of too
 * many, at least one more than are considered.
 */
function basesOf(readings: ReadonlyArray<readonly string[]>, beside: readonly string[]): string[] {
  const entered = readings.flatMap((words) => {
    const each = words.filter((word, index) => /^(?:cd|pushd|-C)$/.test(words[index - 1] ?? '') && word !== '.');
    each.splice(BASES_MAX + 1);
    return [...each, ...each.map((_, index) => each.slice(0, index + 1).join(sep))];
  });
  const folders = [...beside, ...entered].filter((folder) => folder !== '.' && folder !== sep);
  return [...new Set(folders)];
}

/** A command's words that may be names of files, in several readings: more rather than fewer, as what is none leads nowhere. */
function wordsOf(command: unknown): string[][] {
  const parts = [command].flat().filter((part): part is string => typeof part === 'string');
  const line = parts.join(' ');
  // A shell joins what stands side by side: `docs/no"tes".txt` is one name.
  const joined = line.replaceAll(/['"\\]/g, '');
  const split = [line.split(/[\s'"=:,;|&<>()]+/), joined.split(/[\s=:,;|&<>()]+/), joined.split(/[\s;|&<>()]+/)];
  const told = shellWords(Array.isArray(command) ? commandLine({ command: parts }) : line);
  const spelled = spelledOut([...told, ...told.flatMap(valuesOf)]);
  return [told, parts, ...split, spelled].map((words) => words.filter((word) => word !== ''));
}

/** What may be a name in an option, behind `=` or joined to its letter. */
const valuesOf = (word: string) => (word.startsWith('-') ? [word.slice(word.indexOf('=') + 1), word.slice(2)] : []);

/** These, and what a shell makes of braces in them. Those that become too many words the server does not judge. */
function spelledOut(words: readonly string[]): string[] {
  const found = new Set(words);
  for (const word of words)
    if (word.includes('{') && found.size <= words.length + PLACES_MAX)
      for (const one of bracesOf(word) ?? []) found.add(one);
  return [...found];
}
