import type { CommandArgument } from 'unbash';
import { bracesOf } from '@countersign/contract/agent';
import { type Arg, hasPattern } from './words.ts';

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
