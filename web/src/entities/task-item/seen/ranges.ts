/** Ranges of numbers, sorted and disjoint; each from its first number up to its second. */
export type Ranges = readonly (readonly [from: number, to: number])[];

export const nothing: Ranges = [];

/** Smaller distances are rounding errors: places are fractions of a line's height. */
const CLOSE = 1e-6;

/** Adds a range. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (to - from <= 0 || covers(ranges, from, to)) return ranges;
  const before = ranges.filter(([, end]) => end < from - CLOSE);
  const after = ranges.filter(([start]) => start > to + CLOSE);
  const touched = ranges.slice(before.length, ranges.length - after.length);
  const start = Math.min(from, ...touched.map(([begin]) => begin));
  const end = Math.max(to, ...touched.map(([, finish]) => finish));
  return [...before, [start, end], ...after];
}

/** Removes everything between `from` and `to`. */
export function withoutRange(ranges: Ranges, from: number, to: number): Ranges {
  return ranges.flatMap(([start, end]): Ranges => {
    const left: Ranges = start < from ? [[start, Math.min(end, from)]] : [];
    const right: Ranges = end > to ? [[Math.max(start, to), end]] : [];
    return [...left, ...right];
  });
}

/** Whether one of the ranges contains everything between `from` and `to`. */
export function covers(ranges: Ranges, from: number, to: number): boolean {
  return to <= from || ranges.some(([start, end]) => start <= from + CLOSE && end >= to - CLOSE);
}

/** The union of both. */
export function together(some: Ranges, others: Ranges): Ranges {
  return others.reduce<Ranges>((all, [from, to]) => withRange(all, from, to), some);
}

/** What is within a range of each list; these need not be sorted. */
export function inBoth(some: Ranges, others: Ranges): Ranges {
  return some.flatMap(([start, end]) =>
    others.flatMap(([from, to]): Ranges => {
      const [first, last] = [Math.max(start, from), Math.min(end, to)];
      return last > first ? [[first, last]] : [];
    }),
  );
}

/** Of `count` whole lines, those not covered from beginning to end: each run with its first and last line. */
export function linesMissing(ranges: Ranges, count: number): { first: number; last: number }[] {
  const missing: { first: number; last: number }[] = [];
  let at = 0;
  for (const [start, end] of [...ranges, [count, count] as const]) {
    if (start - at > CLOSE) {
      const [first, last] = [Math.floor(at + CLOSE), Math.min(count, Math.ceil(start - CLOSE)) - 1];
      const before = missing.at(-1);
      if (before && before.last >= first - 1) before.last = Math.max(before.last, last);
      else if (last >= first) missing.push({ first, last });
    }
    at = Math.max(at, end);
    if (at >= count) break;
  }
  return missing;
}

/** How much of a line is covered without a gap, from its beginning. */
export function coveredOf(ranges: Ranges, line: number): number {
  const part = ranges.find(([start, end]) => start <= line + CLOSE && end > line + CLOSE);
  return part ? Math.min(1, part[1] - line) : 0;
}
