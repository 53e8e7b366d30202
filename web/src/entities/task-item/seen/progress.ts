import { coveredOf, linesMissing, together, type Ranges } from './ranges.ts';

/** One part of a request, as it is drawn: a file, a command, a line of facts. */
export interface Block {
  lines: number;
  /** What its lines are called: a path, or a word. */
  name: string;
  /** The number that stands beside a line; by default its place, counted from 1. */
  numberOf?: (line: number) => number | null;
  /** Where a line stands among the others; by default in their order. Lines beside each other stand at the same place. */
  placeOf?: (line: number) => number;
  /** A heading or a fact: to be seen like anything else, but no line of the content. */
  aside?: boolean;
  /** What cannot be shown, such as a binary file: only a person's own tick counts. */
  tickOnly?: boolean;
  /** A file that is to be opened: its change read to the end counts, as does a mark of this part; a tick of the file does not. */
  opens?: string;
  /** What stood in the viewport, in lines and fractions of them. */
  seen: Ranges;
  /** What a person ticked as viewed, or reached the end of by keyboard: kept apart from what stood in the viewport. */
  marked: Ranges;
}

/** Where in a request. */
export interface Spot {
  block: string;
  line: number;
  /** How much of that line was seen already: it may be higher than the screen. */
  within: number;
}

export interface Progress {
  /** Everything stood in the viewport once, or was ticked: only then may it be approved. */
  isComplete: boolean;
  /** Not everything is drawn yet. */
  isDrawing: boolean;
  /** Lines of the content. */
  lines: number;
  /** Lines, headings and facts that are still to be seen; ticks are not among them. */
  left: number;
  /** Parts that want a tick of their own and have none. */
  ticks: number;
  /** Files that are to be opened and were not. */
  unopened: number;
  /** The first that is missing. */
  next: Spot | null;
  /** Lines that were jumped over: something behind them has been seen. */
  skipped: { words: string; at: Spot } | null;
  /** Lines that were ticked instead of seen. */
  marked: number;
}

/** How far a person has come. `required`: the parts that there must be, in the order in which they stand. */
export function progressOf(blocks: ReadonlyMap<string, Block>, required: readonly string[]): Progress {
  const order = [...blocks.keys()]
    .filter((key) => placeOf(key, required) < required.length)
    .sort((a, b) => compareKeys(a, b, required));
  const isDrawing = required.some((key) => !blocks.has(key));
  const progress: Progress = {
    isComplete: false,
    isDrawing,
    lines: 0,
    left: 0,
    ticks: 0,
    unopened: 0,
    next: null,
    skipped: null,
    marked: 0,
  };
  const missing: (Spot & { last: number; of: Block })[] = [];
  let lastSeen = -1;
  order.forEach((key, place) => {
    const block = blocks.get(key);
    if (!block) return;
    if (block.opens !== undefined) {
      if (block.marked.length > 0 || isRead(blocks, block.opens)) return;
      progress.unopened += 1;
      missing.push({ block: key, line: 0, within: 0, last: 0, of: block });
      return;
    }
    if (!block.aside) progress.lines += block.lines;
    progress.marked += markedLines(block);
    const known = together(block.seen, block.marked);
    const runs = linesMissing(known, block.lines);
    if (block.tickOnly) progress.ticks += runs.length > 0 ? 1 : 0;
    else progress.left += runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    for (const { first, last } of runs)
      missing.push({ block: key, line: first, within: coveredOf(known, first), last, of: block });
    if (block.seen.length > 0 && !block.aside) lastSeen = place;
  });
  // What wants a tick can wait until all else was seen.
  const first = missing.find(({ of }) => !of.tickOnly) ?? missing[0];
  progress.next = first ? spotOf(first) : null;
  const jumped = missing.find(({ block, last, of }) => {
    if (of.tickOnly || of.aside) return false;
    const place = order.indexOf(block);
    return place < lastSeen || (place === lastSeen && (of.placeOf?.(last) ?? last) < lastPlaceSeen(of));
  });
  if (jumped) progress.skipped = { words: wordsOf(jumped, order.length), at: spotOf(jumped) };
  progress.isComplete =
    !isDrawing && required.length > 0 && progress.left === 0 && progress.ticks + progress.unopened === 0;
  return progress;
}

/** Whether every line of a file's change stood in the viewport. */
export function isRead(blocks: ReadonlyMap<string, Block>, path: string): boolean {
  for (const [key, { name, lines, seen }] of blocks) {
    const isIt = name === path && key.startsWith('patch/') && !key.endsWith(NAME);
    if (isIt) return lines > 0 && linesMissing(seen, lines).length === 0;
  }
  return false;
}

/** Where the lowest line stands of which something was seen. */
function lastPlaceSeen({ seen, placeOf = (line) => line }: Block): number {
  let lowest = -1;
  for (const [from, to] of seen) {
    for (let line = Math.floor(from); line < to; line += 1) lowest = Math.max(lowest, placeOf(line));
  }
  return lowest;
}

const spotOf = ({ block, line, within }: Spot): Spot => ({ block, line, within });

function markedLines({ lines, seen, marked }: Block): number {
  const unseen = linesMissing(seen, lines).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const missing = linesMissing(together(seen, marked), lines).reduce(
    (sum, { first, last }) => sum + last - first + 1,
    0,
  );
  return unseen - missing;
}

function wordsOf({ line, last, of }: { line: number; last: number; of: Block }, blocks: number): string {
  const number = (at: number) => of.numberOf?.(at) ?? at + 1;
  const [from, to] = [number(line), number(last)];
  const which = line === last || from === to ? `line ${from}` : `lines ${Math.min(from, to)}–${Math.max(from, to)}`;
  return blocks > 1 && of.name !== '' ? `${which} of ${of.name} not shown` : `${which} not shown`;
}

/** Parts of one part, `patch/0`, `patch/1`, stand where that stands, in the order of their numbers; a name before its lines. */
function compareKeys(a: string, b: string, required: readonly string[]): number {
  const isName = (key: string) => Number(key.endsWith(NAME));
  return placeOf(a, required) - placeOf(b, required) || numberIn(a) - numberIn(b) || isName(b) - isName(a);
}

function placeOf(key: string, required: readonly string[]): number {
  const [named = key] = key.split(NAME);
  const exact = required.indexOf(named);
  const place = exact >= 0 ? exact : required.indexOf(key.split('/', 1)[0] ?? key);
  return place >= 0 ? place : required.length;
}

const numberIn = (key: string) => Number.parseInt(key.split('/')[1] ?? '-1', 10);

const NAME = ':name';
/** The heading of a part: its path. */
export const nameOf = (key: string): string => `${key}${NAME}`;
