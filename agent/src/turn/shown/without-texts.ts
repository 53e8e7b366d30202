import { doubleQuoted, unquoted, writtenWords, type WrittenWord } from './shell-words.ts';

/**
 * A script without the texts that its programs get to read (`<<EOF`): in these, no shell enters a folder, but by what is put
 * in their place, which the server does not judge. Null where it is not clear by the words alone where a text begins and ends.
 */
export function withoutTexts(script: string): string | null {
  let left = '';
  for (let rest = script; rest !== '';) {
    const words = writtenWords(rest);
    const at = words.findIndex(({ before }) => before.includes('<<'));
    const begin = at === -1 ? rest.length : lineEndAfter(rest, words, at);
    const head = rest.slice(0, begin);
    const ofHead = writtenWords(head);
    if (ofHead.some(isUnclear)) return null;
    left += head;
    if (at === -1) return left;
    const opened = ofHead.filter(({ before }) => before.includes('<<'));
    const [, blanks] = /^[^<]*<<([ \t]*)$/.exec(opened[0]?.before ?? '') ?? [];
    const name = words[at]?.text ?? '';
    if (opened.length !== 1 || blanks === undefined || name === '-') return null;
    // `<<-EOF`: the line that ends it may begin with tabs.
    const isIndented = blanks === '' && name.startsWith('-');
    const end = endOfText(rest.slice(begin), unquoted(isIndented ? name.slice(1) : name), isIndented);
    if (end === null) return null;
    rest = rest.slice(begin + end);
  }
  return left;
}

/** Where the line ends in which this word stands: not within quotes. */
function lineEndAfter(script: string, words: readonly WrittenWord[], at: number): number {
  let end = 0;
  for (const [index, { text, before }] of words.entries()) {
    const found = index > at ? before.indexOf('\n') : -1;
    if (found !== -1) return end + found + 1;
    end += before.length + text.length;
  }
  const found = script.indexOf('\n', end);
  return found === -1 ? script.length : found + 1;
}

function endOfText(text: string, delimiter: string, isIndented: boolean): number | null {
  let end = 0;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) return Math.min(end, text.length);
  }
  return null;
}

/** A comment or a calculation, in which `<<` is none, and whatever may hold quotes in quotes. */
const isUnclear = ({ text, before }: WrittenWord): boolean =>
  /\(\(|\[/.test(before + text) ||
  text.startsWith('#') ||
  /[$]'|`|\$\{/.test(text) ||
  doubleQuoted(text).some((part) => part.includes('$('));
