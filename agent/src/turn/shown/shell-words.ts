/** How deep scripts in scripts are looked into; deeper ones the server does not judge. */
const SCRIPTS_DEEP = 4;

/**
 * A word of a script, with its quotes and backslashes; an unclosed quote goes to the end. Nothing in it can fail behind what
 * it has matched, so no text takes long.
 */
const word = /(?:\\.|'[^']*'?|"(?:\\.|[^"\\])*"?|[^\s'"\\;|&<>()])+/gs;
const quoted = /\\(?<escaped>.)|'(?<single>[^']*)'?|"(?<double>(?:\\.|[^"\\])*)"?/gs;

/** Behind these letters stands a script, if it is a shell that has them. */
const asScript = /^-[a-z]*c[a-z]*$/;
const shell = /^(?:.*\/)?(?:ba|da|z|k|a)?sh$/;

/**
 * The words of a script as its programs receive them, in their order; behind one that is itself a script, as in `sh -c …`,
 * those of that script.
 */
export function shellWords(script: string, deep = SCRIPTS_DEEP): string[] {
  const words = (script.match(word) ?? []).map(unquoted);
  return words.flatMap((one, index) => {
    const isScript = deep > 0 && asScript.test(words[index - 1] ?? '');
    return isScript ? [one, ...shellWords(one, deep - 1)] : [one];
  });
}

/**
 * Those that stand there without quotes and backslashes: in these, a shell fills names in. What touches a bracket or `|` may
 * be a part of a pattern of another form.
 */
export function plainWords(script: string, deep = SCRIPTS_DEEP): string[] {
  const words = [...script.matchAll(word)];
  return words.flatMap(({ 0: text, index: at }, index) => {
    const [shellName = '', option = ''] = [words[index - 2]?.[0], words[index - 1]?.[0]];
    if (deep > 0 && asScript.test(option) && shell.test(shellName)) return plainWords(unquoted(text), deep - 1);
    const isPart = [script[at - 1], script[at + text.length]].some(
      (sign) => sign !== undefined && '()|'.includes(sign),
    );
    return isPart || /['"\\]/.test(text) ? [] : [text];
  });
}

function unquoted(text: string): string {
  return text.replaceAll(quoted, (_, escaped?: string, single?: string, double?: string) => {
    if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
    // Between these quotes, a backslash is one itself before any other character.
    return single ?? double?.replaceAll(/\\(?:\n|(?<kept>[$`"\\]))/g, '$<kept>') ?? '';
  });
}
