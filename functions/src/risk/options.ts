import type { Arg } from './words.ts';

/** Options with which a program only reads. Whatever is not listed here is not understood. */
export interface Grammar {
  /** Letters without a value. */
  flags?: string;
  /** Letters with a value, joined or in the next word. */
  valued?: string;
  /** Letters that must end their word: the program would take what follows otherwise than GNU's do. */
  last?: string;
  /** Long names without a value or with one after `=`, separated by blanks. */
  long?: string;
  /** Long names whose value may be the next word. */
  longValued?: string;
  /** `-20` is a number of lines. */
  numbers?: boolean;
}

export interface Parsed {
  operands: Arg[];
  /** Letters and long names that were used. */
  used: Set<string>;
  /** The first word that the grammar does not know, or whose value is known only when the command runs. */
  strange: Arg | null;
}

/** Parses options like GNU programs: anywhere before `--`, letters joined. Abbreviated long names count as unknown. */
export function parseOptions(args: readonly Arg[], grammar: Grammar): Parsed {
  const long = new Set(words(grammar.long));
  const longValued = new Set(words(grammar.longValued));
  const parsed: Parsed = { operands: [], used: new Set(), strange: null };
  let isOver = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (!arg) break;
    const { value } = arg;
    let needsNext = false;
    if (value === null) parsed.strange ??= arg;
    else if (isOver || value === '-' || !value.startsWith('-')) parsed.operands.push(arg);
    else if (value === '--') isOver = true;
    else if (value.startsWith('--')) {
      const [name = '', given] = split(value.slice(2));
      parsed.used.add(name);
      if (!long.has(name) && !longValued.has(name)) parsed.strange ??= arg;
      needsNext = longValued.has(name) && given === null;
    } else if (!(grammar.numbers && /^-\d+$/.test(value))) {
      const end = endOfLetters(value.slice(1), grammar, parsed.used);
      if (end === 'strange') parsed.strange ??= arg;
      needsNext = end === 'needs value';
    }
    if (!needsNext) continue;
    index += 1;
    const next = args[index];
    // A value that looks like an option may be one to the program.
    if (!next || next.value === null || next.value.startsWith('-')) parsed.strange ??= next ?? arg;
  }
  return parsed;
}

function endOfLetters(letters: string, grammar: Grammar, used: Set<string>) {
  const { flags = '', valued = '', last = '', numbers = false } = grammar;
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charAt(index);
    used.add(letter);
    if (last.includes(letter) && index < letters.length - 1) return 'strange';
    if (valued.includes(letter)) {
      const value = letters.slice(index + 1);
      if (value === '') return 'needs value';
      // An older way to write options: `tail -cf` follows its input, and never ends.
      return numbers && !/^[+-]?\d/.test(value) ? 'strange' : 'known';
    }
    if (!flags.includes(letter)) return 'strange';
  }
  return 'known';
}

function split(option: string): [name: string, value: string | null] {
  const at = option.indexOf('=');
  return at === -1 ? [option, null] : [option.slice(0, at), option.slice(at + 1)];
}

function words(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '');
}
