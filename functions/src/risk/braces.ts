import type { CommandArgument } from 'unbash';
import { type Arg, hasPattern } from './words.ts';

/** Words that one word may become; more are not looked at. */
const WORDS_MAX = 100;
const LENGTH_MAX = 1_000;
/** Braces that are looked into, in all words together. */
const STEPS_MAX = 500;

/**
 * What the shell makes of a word: several words where braces stand in it, each to be judged as if it had been written.
 * Null where that is too much, or shells read the braces differently than this does.
 */
export function spelledOut(word: CommandArgument, arg: Arg): Arg[] | null {
  if (word.type === 'Assignment' || arg.value === null) return [arg];
  const parts = word.parts ?? [];
  const plain = word.parts ? parts.flatMap(({ type, text }) => (quotes.has(type) ? [] : [text])).join('') : word.text;
  const unescaped = plain.replaceAll(/\\./gs, '');
  const braces = parts.filter(({ type }) => type === 'BraceExpansion');
  // `{a}b,c}` is two words to a shell.
  if (braces.length === 0) {
    const inner = unescaped.slice(unescaped.indexOf('{'), unescaped.lastIndexOf('}') + 1);
    return inner.startsWith('{') && /,|\.\./.test(inner) ? null : [arg];
  }
  const isClear = parts.every(({ type, text }) => !(type === 'BraceExpansion' ? /["'\\$`]/ : /[{}]/).test(text));
  const words = isClear ? bracesOf(arg.value) : null;
  const { span } = arg;
  return words?.map((text) => ({ value: text, text, span, start: null, isPattern: hasPattern(text) })) ?? null;
}

const quotes = new Set(['SingleQuoted', 'DoubleQuoted']);

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
