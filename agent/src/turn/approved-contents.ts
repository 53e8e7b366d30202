import { normal, textsAfter, type Change } from '../attribution/changes.ts';

/** How many calls that change one file at the same time are tried in every order: those approved last. */
const TOGETHER_MAX = 5;

/**
 * What a file may hold, normalized for comparison, after one approved call that changes it, if other calls approved in
 * the meantime may have changed it too: each of them before it, after it or not at all. `before` is what it held, null
 * if it did not exist.
 */
export function approvedContents(
  own: readonly Change[],
  others: ReadonlyArray<readonly Change[]>,
  before: string | null,
): Set<string> {
  const calls = [own, ...others.slice(-TOGETHER_MAX)];
  /** Indexed by the calls that were made, one bit each: what the file may then hold. */
  const after: Array<Set<string | null>> = [new Set([before])];
  for (let made = 1; made < 2 ** calls.length; made += 1) {
    const texts = new Set<string | null>();
    calls.forEach((changes, index) => {
      const bit = 2 ** index;
      if ((made & bit) === 0) return;
      for (const text of after[made - bit] ?? []) for (const next of textsAfter(changes, text)) texts.add(next);
    });
    after.push(texts);
  }
  // The first bit is its own: this call is known to have been made.
  const ofOwn = after.filter((_texts, made) => made % 2 === 1);
  return new Set(ofOwn.flatMap((texts) => [...texts].map((text) => normal(text ?? ''))));
}
