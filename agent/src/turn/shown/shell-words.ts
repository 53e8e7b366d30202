/** How deep scripts in scripts are looked into; deeper ones the server does not judge. */
const SCRIPTS_DEEP = 4;

/**
 * A word of a script, with its quotes and backslashes; an unclosed quote goes to the end. Nothing in it can fail behind what
 * it has matched, so no text takes long.
 */
const word = /(?:\\.|'[^']*'?|"(?:\\.|[^"\\])*"?|[^\s'"\\;|&<>()])+/gs;
const quoted = /\\(?<escaped>.)|'(?<single>[^']*)'?|"(?<double>(?:\\.|[^"\\])*)"?/gs;

/**
 * The words of a script as its programs receive them, in their order; behind one that is itself a script, as in `sh -c …`,
 * those of that script.
 */
export function shellWords(script: string, deep = SCRIPTS_DEEP): string[] {
  const words = (script.match(word) ?? []).map(unquoted);
  return words.flatMap((one, index) => {
    const isScript = deep > 0 && /^-[a-z]*c[a-z]*$/.test(words[index - 1] ?? '');
    return isScript ? [one, ...shellWords(one, deep - 1)] : [one];
  });
}

function unquoted(text: string): string {
  return text.replaceAll(quoted, (_, escaped?: string, single?: string, double?: string) => {
    if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
    // Between these quotes, a backslash is one itself before any other character.
    return single ?? double?.replaceAll(/\\(?:\n|(?<kept>[$`"\\]))/g, '$<kept>') ?? '';
  });
}
