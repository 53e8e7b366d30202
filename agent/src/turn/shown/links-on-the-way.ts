import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { isFileByName } from '@countersign/contract/agent';
import { bytesOfNames, shownName } from '../../lib/file-names.ts';
import { placeOf, placeOfFound } from '../../workspace/leads-inside.ts';
import { basesOf, commandOf, lineOf, placesIn, wordsOf } from './command-words.ts';
import { withoutTexts } from './without-texts.ts';

/** More places of one call are not followed; where they lead then counts as unknown. No command that a rule matches has as many. */
const PLACES_MAX = 4_000;
/** A path of more is no path of an ordinary system, and cannot be opened. */
const SEGMENTS_MAX = 1_000;

/** A path that a call names, as it stands there, in the folder that it may be meant in: '' for the workspace's own. */
interface Named {
  base: string;
  path: string;
  /** Was found, as `textOfNames` gives it. */
  isFound?: boolean;
}

/**
 * Where links of the workspace lead that stand on the way to what a call names, named from the workspace where it is inside. A
 * rule and a judgement go by names, and a link may have any: `docs/notes.txt` for `.env`. A folder's name ends with a `/`, and
 * a folder that is named like a file is one of these, too: `rg` and others read all that is in it. `filledIn`: names that the
 * shell fills in, as `textOfNames` gives them.
 */
export async function linksOnTheWay(
  call: ToolCall,
  workspace: string,
  filledIn: readonly string[] = [],
): Promise<string[]> {
  const root = await placeOf(workspace);
  const { named, isAll } = namedIn(call, workspace, filledIn);
  const followed = await Promise.all(named.slice(0, PLACES_MAX).map((one) => behindLinks(one, workspace, root)));
  const found = new Set(followed.filter((place) => place !== null).map(shownName));
  if (!isAll || named.length > PLACES_MAX) found.add(sep);
  return [...found].sort();
}

/** Where a path really leads; null where it says so itself. */
async function behindLinks(
  { base, path, isFound = false }: Named,
  workspace: string,
  root: string,
): Promise<string | null> {
  const inside = relative(workspace, resolve(workspace, base, path));
  if (isOutside(inside)) return null;
  const own = path.startsWith(`${workspace}${sep}`) ? path.slice(workspace.length + 1) : path;
  const folder = await realPlaceOf(base, root, placeOf);
  const place = await realPlaceOf(own, folder, isFound ? placeOfFound : placeOf);
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
async function realPlaceOf(path: string, folder: string, follow: typeof placeOf): Promise<string> {
  if (isAbsolute(path)) return follow(path);
  const segments = path.split(sep);
  if (!segments.includes('..') || segments.length > SEGMENTS_MAX) return follow(join(folder, path));
  let place = folder;
  for (const segment of segments) place = segment === '..' ? dirname(place) : await follow(join(place, segment));
  return place;
}

const isOutside = (path: string) => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

const isInstalled = (path: string) => !isOutside(path) && path.split(sep).includes('node_modules');

/** What a text only says is no folder that is entered: `cd {name}`. */
function basesBesideTexts(call: ToolCall, places: readonly string[], workspace: string): string[] | null {
  const script = withoutTexts(lineOf(commandOf(call)));
  return script === null ? null : basesOf(wordsOf(script), places, workspace);
}

function namedIn(call: ToolCall, workspace: string, filledIn: readonly string[]) {
  const { content, locations, kind } = call;
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const places = placesIn(call);
  const words = kind === 'execute' ? wordsOf(commandOf(call)) : [];
  // Behind `--`, or where a program has no options, a name may begin with a dash.
  const said = [...new Set(words.flat())].map((path) => ({ path, isFound: false }));
  const found = filledIn.map((path) => ({ path, isFound: true }));
  const beside = new Set([...diffs, ...(locations ?? []).map(({ path }) => path), ...places]);
  const direct = [...[...beside].map((path) => ({ path, isFound: false })), ...said, ...found];
  const relatives = [...said, ...found].filter(({ path }) => !isAbsolute(path));
  const bases =
    kind === 'execute' ? (basesOf(words, places, workspace) ?? basesBesideTexts(call, places, workspace)) : [];
  // Of too many it is unknown where they lead as it is: in each folder they would fill the memory.
  const followed = direct.length > PLACES_MAX ? [] : (bases ?? []);
  const inBases = followed.flatMap((base) => relatives.map((one) => ({ ...one, base })));
  const named: Named[] = [...direct.map((one) => ({ ...one, base: '' })), ...inBases];
  return { named, isAll: bases !== null };
}
