import { coveredOf, linesMissing, together, type Ranges } from './ranges.ts';

/** One drawn part of a request: a file, a command, a line of facts. */
export interface Block {
  lines: number;
  /** What its lines belong to: a path, or a word. */
  name: string;
  /** For a file of a patch: its plain names, before and after. */
  names?: readonly string[];
  /** The number shown beside a line; by default its place, counted from 1. */
  numberOf?: (line: number) => number | null;
  /** A line's place among the others; by default in order. Lines side by side have the same place. */
  placeOf?: (line: number) => number;
  /** A heading or a fact: must be seen like anything else, but is not a line of the content. */
  aside?: boolean;
  /** Content that cannot be shown, such as a binary file: only a person's own tick counts. */
  tickOnly?: boolean;
  /**
   * A file that must be opened: reading its change to the end counts, as does a mark of this part; a tick of the file
   * does not.
   */
  opens?: string;
  /** Lines, and fractions of lines, that were in the viewport. */
  seen: Ranges;
  /**
   * What a person ticked as viewed, or passed by reaching the end by keyboard: kept apart from what was in the
   * viewport.
   */
  marked: Ranges;
}

/** A place in a request. */
export interface Spot {
  block: string;
  line: number;
  /** How much of that line was already seen: it may be higher than the screen. */
  within: number;
}

export interface Progress {
  /** Everything was in the viewport once, or was ticked: required for approval. */
  isComplete: boolean;
  /** Not everything is drawn yet. */
  isDrawing: boolean;
  /** Number of lines of the content. */
  lines: number;
  /** Number of lines, headings and facts still to be seen, without ticks. */
  left: number;
  /** Number of parts that need a tick of their own and have none. */
  ticks: number;
  /** Number of files that must be opened and were not. */
  unopened: number;
  /** The first missing place. */
  next: Spot | null;
  /** Lines that were skipped: something after them has been seen. */
  skipped: { words: string; at: Spot } | null;
  /** Number of lines that were ticked instead of seen. */
  marked: number;
}

/** The person's progress. `required`: the parts that must exist, in order. */
export function progressOf(blocks: ReadonlyMap<string, Block>, required: readonly string[]): Progress {
  const order = inOrder([...blocks.keys()], required);
  const isFileRead = readFiles(blocks);
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
  const missing: (Spot & { last: number; of: Block; place: number })[] = [];
  let lastSeen = -1;
  order.forEach((key, place) => {
    const block = blocks.get(key);
    if (!block) return;
    if (block.opens !== undefined) {
      if (block.marked.length > 0 || isFileRead(block.opens)) return;
      progress.unopened += 1;
      missing.push({ block: key, line: 0, within: 0, last: 0, of: block, place });
      return;
    }
    if (!block.aside) progress.lines += block.lines;
    const { runs, left, marked } = stateOf(block);
    progress.marked += marked;
    if (block.tickOnly) progress.ticks += runs.length > 0 ? 1 : 0;
    else progress.left += left;
    for (const run of runs) missing.push({ block: key, ...run, of: block, place });
    if (block.seen.length > 0 && !block.aside) lastSeen = place;
  });
  // Parts that need a tick can wait until everything else was seen.
  const first = missing.find(({ of }) => !of.tickOnly) ?? missing[0];
  progress.next = first ? spotOf(first) : null;
  const jumped = missing.find(({ place, last, of }) => {
    if (of.tickOnly || of.aside) return false;
    return place < lastSeen || (place === lastSeen && (of.placeOf?.(last) ?? last) < lastPlaceSeen(of));
  });
  if (jumped) progress.skipped = { words: wordsOf(jumped, order.length), at: spotOf(jumped) };
  progress.isComplete =
    !isDrawing && required.length > 0 && progress.left === 0 && progress.ticks + progress.unopened === 0;
  return progress;
}

/**
 * Says of a file whether every line of its change was in the viewport; one that becomes a link, for one, has two changes.
 */
export function readFiles(blocks: ReadonlyMap<string, Block>): (path: string) => boolean {
  const changes = new Map<string, Block[]>();
  for (const block of blocks.values()) {
    for (const name of new Set(block.names)) changes.set(name, [...(changes.get(name) ?? []), block]);
  }
  const isSeen = (block: Block) => {
    const { left, marked } = stateOf(block);
    return block.lines > 0 && left + marked === 0;
  };
  return (path) => changes.get(path)?.every(isSeen) ?? false;
}

/** The place of the lowest line of which something was seen. */
function lastPlaceSeen({ seen, placeOf = (line) => line }: Block): number {
  let lowest = -1;
  for (const [from, to] of seen) {
    for (let line = Math.floor(from); line < to; line += 1) lowest = Math.max(lowest, placeOf(line));
  }
  return lowest;
}

const spotOf = ({ block, line, within }: Spot): Spot => ({ block, line, within });

/** What is missing of a part. */
interface BlockState {
  /** Lines without a gap between them, and how much of the first was already seen. */
  runs: readonly { line: number; last: number; within: number }[];
  left: number;
  /** Number of lines that were ticked instead of seen. */
  marked: number;
}

/** A part is replaced by another one whenever anything of it changes. */
const states = new WeakMap<Block, BlockState>();

function stateOf(block: Block): BlockState {
  const before = states.get(block);
  if (before) return before;
  const { seen, marked, lines } = block;
  const known = together(seen, marked);
  const runs = linesMissing(known, lines);
  const left = countOf(runs);
  const state = {
    runs: runs.map(({ first, last }) => ({ line: first, last, within: coveredOf(known, first) })),
    left,
    marked: countOf(linesMissing(seen, lines)) - left,
  };
  states.set(block, state);
  return state;
}

const countOf = (runs: readonly { first: number; last: number }[]) =>
  runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);

function wordsOf({ line, last, of }: { line: number; last: number; of: Block }, blocks: number): string {
  const number = (at: number) => of.numberOf?.(at) ?? at + 1;
  const [from, to] = [number(line), number(last)];
  const which = line === last || from === to ? `line ${from}` : `lines ${Math.min(from, to)}–${Math.max(from, to)}`;
  return blocks > 1 && of.name !== '' ? `${which} of ${of.name} not shown` : `${which} not shown`;
}

/**
 * The required parts in order. Sub-parts such as `patch/0`, `patch/1` come where their part comes, in the order of their
 * numbers; a name comes before its lines. This is worked out anew for each part that is drawn, of hundreds of files, so
 * each key is looked at once.
 */
function inOrder(keys: readonly string[], required: readonly string[]): string[] {
  const places = new Map([...required.entries()].reverse().map(([place, key]) => [key, place]));
  return keys
    .flatMap((key) => {
      const [named = key] = key.split(NAME);
      const place = places.get(named) ?? places.get(key.split('/', 1)[0] ?? key);
      return place === undefined ? [] : { key, place, number: numberIn(key), name: Number(key.endsWith(NAME)) };
    })
    .sort((a, b) => a.place - b.place || a.number - b.number || b.name - a.name)
    .map(({ key }) => key);
}

const numberIn = (key: string) => Number.parseInt(key.split('/')[1] ?? '-1', 10);

const NAME = ':name';
/** The key of a part's heading, its path. */
export const nameOf = (key: string): string => `${key}${NAME}`;
