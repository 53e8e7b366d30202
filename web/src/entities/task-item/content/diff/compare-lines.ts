import { diffArrays } from 'diff';

/** Consecutive lines that are in both texts, or in only one. A line keeps its line feed. */
export interface LineRun {
  kind: 'same' | 'added' | 'removed';
  lines: string[];
}

/**
 * If lines that occur in both texts differ in more places than this, the shortest way is not searched for, because the
 * time it takes grows quadratically. Everything between the first and the last difference is then removed and added.
 */
const MOST_DIFFERENCES = 400;

/** Compares two texts line by line. */
export function compareLines(oldText: string, newText: string): LineRun[] {
  const [before, after] = [linesOf(oldText), linesOf(newText)];
  const runs: LineRun[] = [];
  const add = (kind: LineRun['kind'], lines: string[]) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(...lines);
    else if (lines.length > 0) runs.push({ kind, lines });
  };
  let [old, now] = [0, 0];
  for (const [oldMatch, newMatch] of [...matches(before, after), [before.length, after.length] as const]) {
    add('removed', before.slice(old, oldMatch));
    add('added', after.slice(now, newMatch));
    add('same', before.slice(oldMatch, oldMatch + 1));
    [old, now] = [oldMatch + 1, newMatch + 1];
  }
  return runs;
}

type Match = readonly [old: number, now: number];

/** The lines that stay, by position. A line that occurs in only one text cannot stay, and is left out of the search. */
function matches(before: readonly string[], after: readonly string[]): Match[] {
  const start = sharedStart(before, after);
  const end = sharedStart(before.slice(start).reverse(), after.slice(start).reverse());
  const [oldEnd, newEnd] = [before.length - end, after.length - end];
  const places = (lines: readonly string[], to: number, others: ReadonlySet<string>) =>
    lines.slice(start, to).flatMap((line, index) => (others.has(line) ? [start + index] : []));
  const oldPlaces = places(before, oldEnd, new Set(after.slice(start, newEnd)));
  const newPlaces = places(after, newEnd, new Set(before.slice(start, oldEnd)));
  const parts = diffArrays(
    oldPlaces.map((place) => before[place]),
    newPlaces.map((place) => after[place]),
    { maxEditLength: MOST_DIFFERENCES },
  );
  const found: Match[] = Array.from({ length: start }, (_, place) => [place, place]);
  let [old, now] = [0, 0];
  for (const { count, added, removed } of parts ?? []) {
    for (let step = 0; step < count && !added && !removed; step += 1)
      found.push([oldPlaces[old + step] ?? 0, newPlaces[now + step] ?? 0]);
    if (!added) old += count;
    if (!removed) now += count;
  }
  for (let step = 0; step < end; step += 1) found.push([oldEnd + step, newEnd + step]);
  return found;
}

function sharedStart(some: readonly string[], others: readonly string[]): number {
  let shared = 0;
  while (shared < some.length && shared < others.length && some[shared] === others[shared]) shared += 1;
  return shared;
}

/** The last line may have no line feed. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
