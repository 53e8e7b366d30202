/** Words that one word may become; more are not looked at. */
const WORDS_MAX = 100;
const LENGTH_MAX = 1_000;
/** Braces that are looked into, in all words together. */
const STEPS_MAX = 500;

/** What `{a,b}` and `{a..c}` become, innermost first; null where that is too much. */
export function bracesOf(word: string): string[] | null {
  if (word.length > LENGTH_MAX) return null;
  let words = [word];
  let steps = 0;
  while (words.some((one) => innermost.test(one))) {
    steps += words.length;
    if (steps > STEPS_MAX) return null;
    words = words.flatMap((one) => {
      const found = innermost.exec(one);
      if (!found) return [one];
      const [whole, inner = ''] = found;
      const [before, behind] = [one.slice(0, found.index), one.slice(found.index + whole.length)];
      return alternatives(inner).map((part) => before + part + behind);
    });
    if (words.length > WORDS_MAX) return null;
  }
  return words;
}

const innermost = /\{([^{}]*)\}/;

/** What stands between two braces, or all from one letter or number to another, whatever the step. */
function alternatives(inner: string): string[] {
  const [, from = '', to = ''] = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/.exec(inner) ?? [];
  const areNumbers = /\d/.test(from) && /\d/.test(to);
  if (from === '' || (!areNumbers && /\d/.test(from + to))) return inner.split(',');
  const [first, last] = areNumbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const low = Math.min(first, last);
  // One more than may be, which is too much.
  const length = Math.min(Math.abs(first - last), WORDS_MAX) + 1;
  const isPadded = /^-?0\d/.test(from) || /^-?0\d/.test(to);
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  const nameOf = (one: number) => (areNumbers ? String(one).padStart(width, '0') : String.fromCharCode(one));
  return Array.from({ length }, (_, index) => nameOf(low + index));
}
