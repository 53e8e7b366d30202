import { normal, textsAfter, type Change } from '../attribution/changes.ts';

/** More calls that change one file at a time are not tried in every order; the ones approved last are. */
const TOGETHER_MAX = 5;

/**
 * What a file may hold, as it is compared, after one approved call that changes it, where others that were approved meanwhile may have done
 * so, too: each of them before it, after it or not at all. `before` is what it held, null where there was none.
 */
export function approvedContents(
  own: readonly Change[],
  others: ReadonlyArray<readonly Change[]>,
  before: string | null,
): Set<string> {
  const calls = [own, ...others.slice(-TOGETHER_MAX)];
  /** By which calls have been made, one bit each: what it may hold then. */
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
  // The first bit is its own: of this call it is known that it was made.
  const ofOwn = after.filter((_texts, made) => made % 2 === 1);
  return new Set(ofOwn.flatMap((texts) => [...texts].map((text) => normal(text ?? ''))));
}
