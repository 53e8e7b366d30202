/** How deep scripts in scripts are looked into; deeper ones the server does not judge. */
export const SCRIPTS_DEEP = 4;

/**
 * A word of a script, with its quotes and backslashes; an unclosed quote goes to the end. Nothing in it can fail behind what
 * it has matched, so no text takes long.
 */
const word = /(?:\\.|'[^']*'?|"(?:\\.|[^"\\])*"?|[^\s'"\\;|&<>()])+/gs;
const quoted = /\\(?<escaped>.)|'(?<single>[^']*)'?|"(?<double>(?:\\.|[^"\\])*)"?/gs;

/** Behind these letters stands a script, if it is a shell that has them. */
const asScript = /^-[a-z]*c[a-z]*$/;

/** A word as it stands in a script, with its quotes and backslashes, and what stands between it and the one before. */
export interface WrittenWord {
  text: string;
  before: string;
}

/** The words of a script as they stand in it. */
export function writtenWords(script: string): WrittenWord[] {
  let end = 0;
  return [...script.matchAll(word)].map(({ 0: text, index }) => {
    const before = script.slice(end, index);
    end = index + text.length;
    return { text, before };
  });
}

/**
 * The words of a script as its programs receive them, in their order; behind one that is itself a script, as in `sh -c …`,
 * those of that script. `isProgramOnly`: without what redirections name, which may stand among a program's words.
 */
export function shellWords(script: string, isProgramOnly = false, deep = SCRIPTS_DEEP): string[] {
  const written = writtenWords(script);
  const kept = isProgramOnly ? written.filter((_, index) => !isOfRedirection(written, index)) : written;
  const words = kept.map(({ text }) => unquoted(text));
  return words.flatMap((one, index) => {
    const isScript = deep > 0 && asScript.test(words[index - 1] ?? '');
    return isScript ? [one, ...shellWords(one, isProgramOnly, deep - 1)] : [one];
  });
}

/** What a redirection names, and the number before it. */
export function isOfRedirection(words: readonly WrittenWord[], index: number): boolean {
  const [{ text, before } = { text: '', before: '' }, next] = [words[index], words[index + 1]];
  return /[<>]/.test(before) || (/^\d+$/.test(text) && /^[<>]/.test(next?.before ?? ''));
}

/** A written word as its program receives it. */
export function unquoted(text: string): string {
  return text.replaceAll(quoted, (_, escaped?: string, single?: string, double?: string) => {
    if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
    // Between these quotes, a backslash is one itself before any other character.
    return single ?? double?.replaceAll(/\\(?:\n|(?<kept>[$`"\\]))/g, '$<kept>') ?? '';
  });
}

/** What stands between double quotes, in which a shell still replaces some. */
export const doubleQuoted = (text: string): string[] =>
  [...text.matchAll(quoted)].flatMap(({ groups }) => groups?.double ?? []);
