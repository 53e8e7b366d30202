import {
  files,
  odd,
  patterns,
  programs,
  findWords,
  gitWords,
  sedScripts,
  awkScripts,
  joints,
  redirections,
  around,
  slips,
} from './command-words.ts';
import type { Random } from './random.ts';

/** A command that may be harmless: about half of them are, and the others are one slip away from it. */
export function randomCommand(random: Random): string {
  let command = simple(random);
  while (random.chance(0.3)) command += (random.pick(joints) ?? '') + simple(random);
  if (random.chance(0.2)) command = (random.pick(around) ?? String)(command);
  if (random.chance(0.25)) {
    const at = random.below(command.length + 1);
    command = command.slice(0, at) + (random.pick(slips) ?? '') + command.slice(at + random.below(2));
  }
  return command;
}

function simple(random: Random): string {
  const pick = <T>(all: readonly T[]) => random.pick(all) as T;
  const some = (all: readonly string[], most: number) =>
    Array.from({ length: all.length === 0 ? 0 : random.below(most + 1) }, () => quoted(random, pick(all)));
  const kind = random.below(20);
  let words: string[];
  if (kind === 0) words = ['find', '.', ...some(findWords, 4)];
  else if (kind === 1) words = ['git', ...some(gitWords, 3)];
  else if (kind === 2) words = ['sed', ...(random.chance(0.6) ? ['-n'] : []), `'${pick(sedScripts)}'`, 'a.txt'];
  else if (kind === 3) words = ['awk', `'${pick(awkScripts)}'`, 'a.txt'];
  else {
    const [name, letters, long, operands] = pick(programs);
    const options = random.chance(0.6) ? some(optionsOf(random, letters, long), 2) : [];
    const operand = () => pick(random.chance(0.08) ? odd : operands === 'text' ? patterns : files);
    const count = operands === 'none' ? 0 : random.below(3);
    const pattern = operands === 'pattern' ? [quoted(random, pick(patterns))] : [];
    words = [name, ...options, ...pattern, ...Array.from({ length: count }, () => quoted(random, operand()))];
  }
  return words.join(' ') + (random.chance(0.15) ? pick(redirections) : '');
}

function optionsOf(random: Random, letters: string, long: string[]): string[] {
  const one = () => letters.charAt(random.below(letters.length));
  const short = letters === '' ? [] : [`-${one()}`, `-${one()}${one()}`, `-${one()}2`, `-${one()} 1`];
  return [...short, ...long.map((name) => `--${name}`)];
}

function quoted(random: Random, word: string): string {
  if (/^[\w./=-]+$/.test(word) && random.chance(0.9)) return word;
  const style = random.below(10);
  if (style < 7) return `'${word.replaceAll("'", "'\\''")}'`;
  return style < 9 ? `"${word}"` : word;
}
