import type { RiskSpan } from '@countersign/contract';
import type { CommandArgument, Word, WordPart } from 'unbash';

/** A word of a command as the program receives it. */
export interface Arg {
  /** Null if known only when the command runs. */
  value: string | null;
  /** As written. */
  text: string;
  span: RiskSpan;
  /** Where the value begins in the command, if it is written literally: `value[i]` is at `start + i`. */
  start: number | null;
  /** Whether the shell may fill in other names for it. */
  isPattern: boolean;
  /**
   * What the shell makes of a pattern, where that is known; the pattern itself, if it finds nothing. In any order: shells
   * differ, and where a command may run in several folders, each may have only some of these. Never options.
   */
  names?: readonly string[];
}

/** Each name that a word may stand for; none where it is known only when the command runs. */
export const namesOf = ({ value, names }: Pick<Arg, 'value' | 'names'>): readonly string[] =>
  names ?? (value === null ? [] : [value]);

/** A word of a command as what it stands for, so far as that is known before the command runs. */
export function argOf(word: CommandArgument, span: RiskSpan): Arg {
  const { text } = word;
  if (word.type === 'Assignment') return { value: null, text, span, start: null, isPattern: false };
  const isKnown = (word.parts ?? []).every(isLiteral);
  const isPattern =
    (word.parts ?? []).some(({ type }) => type === 'Glob' || type === 'ExtendedGlob') && hasPattern(text);
  return { value: isKnown ? word.value : null, text, span, start: isKnown ? startOf(word, span) : null, isPattern };
}

/** Whether other names than of a few letters may come of it: folders are called `[id]`, which is one letter to a shell. */
export const hasPattern = (text: string): boolean =>
  text.split('/').some((segment) => /[*?[(]/.test(segment) && !/^\[+[^*?[\]]*\]+$/.test(segment));

/** Patterns count as known, as written: what they expand to is reported elsewhere. */
function isLiteral(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return true;
    case 'DoubleQuoted':
      return part.parts.every(isLiteral);
    default:
      return false;
  }
}

function startOf(word: Word, span: RiskSpan): number | null {
  if (word.text === word.value) return span.from;
  return word.text === `'${word.value}'` || word.text === `"${word.value}"` ? span.from + 1 : null;
}

/** At the start, or after `=` or `:`, an unquoted tilde is somebody's home folder. */
export function hasTilde({ text }: Arg): boolean {
  return text.startsWith('~') || text.includes('=~') || text.includes(':~');
}

/** Invisible characters, those that change how a line reads, and blanks that shells and people read differently. */
const unseen =
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069\u2800\ufff9-\ufffb\ufffd]|[^\P{Zs} ]|[\ud800-\udfff]/u;

/** The position of the first such character in a command. */
export function findUnseen(line: string): RiskSpan | null {
  const plain = line.replaceAll(/[\t\n]/g, ' ');
  const at = plain.search(unseen);
  return at === -1 ? null : { from: at, to: at + ((line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) };
}
