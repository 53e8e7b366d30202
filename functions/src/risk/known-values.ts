import type { Assignment, Command, CommandArgument, SyntaxNode, WordPart } from 'unbash';

/** The number with which the last command ended. */
const EXIT_STATUS = '$?';

/** The words of a command whose value is known although the shell replaces a part of them: the value, and these parts. */
export function knownWords({ name, args }: Command): Map<CommandArgument, { value: string; parts: SyntaxNode[] }> {
  const known = new Map<CommandArgument, { value: string; parts: SyntaxNode[] }>();
  for (const [index, word] of args.entries()) {
    const isMessage = name?.text === 'git' && /^(?:-[a-z]*m|--message)$/.test(args[index - 1]?.text ?? '');
    const found = isMessage ? givenText(word) : name?.text === 'echo' ? withStatus(word) : null;
    if (found) known.set(word, found);
  }
  return known;
}

/** Where it is only printed, a number means nothing, whatever its value. */
function withStatus(word: CommandArgument) {
  if (word.type !== 'Word') return null;
  const all = (word.parts ?? []).flatMap((part): readonly WordPart[] =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  );
  const parts = all.filter(({ type, text }) => type === 'SimpleExpansion' && text === EXIT_STATUS);
  const isKnown = all.every((part) => parts.includes(part) || part.type === 'Literal' || part.type === 'SingleQuoted');
  return parts.length > 0 && isKnown ? { value: word.text, parts } : null;
}

/** A text as agents write messages that have several lines: `"$(cat <<'EOF' … EOF )"`. */
const given = /^\$\(cat <<(['"])(?<delimiter>\w+)\1\n(?:(?<body>[^]*)\n)?\k<delimiter>\n[ \t]*\)$/;

function givenText(word: CommandArgument) {
  const [quoted, other] = word.type === 'Word' ? (word.parts ?? []) : [];
  if (quoted?.type !== 'DoubleQuoted' || other !== undefined) return null;
  const [part, more] = quoted.parts;
  if (part?.type !== 'CommandExpansion' || more !== undefined) return null;
  const { delimiter = '', body = '' } = given.exec(part.text)?.groups ?? {};
  const lines = body.split('\n');
  if (delimiter === '' || lines.includes(delimiter) || !lines.every(isPlain)) return null;
  return { value: body.replace(/\n+$/, ''), parts: [part] };
}

/** Older shells look for the closing bracket also in such a text, and go by its quotes and brackets. */
const isPlain = (line: string): boolean =>
  !/['"`\\$]/.test(line) &&
  (line.includes('#') ? !/[()]/.test(line) : !/[()]/.test(line.replaceAll(/\([^()]*\)/g, '')));

const names = new Set(['CI', 'NODE_ENV', 'FORCE_COLOR', 'NO_COLOR']);

/** Whether it sets a variable that names no program, option or place, to a word. */
export const isHarmless = ({ name, value, append, index }: Assignment): boolean =>
  names.has(name) && append !== true && index === undefined && value.type === 'Word' && /^\w*$/.test(value.text);
