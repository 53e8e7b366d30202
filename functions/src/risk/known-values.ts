import type { Assignment, Command, CommandExpansionPart, SyntaxNode, Word, WordPart } from 'unbash';

/** The number with which the last command ended. */
export const EXIT_STATUS = '$?';

/** Parts of what a node says that would be known only when it runs, but for what it is. */
export function knownParts(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'Word') return givenText(node)?.parts ?? [];
  if (node.type !== 'Command' || !echoes(node)) return [];
  const parts = node.args.flatMap((word): readonly WordPart[] => (word.type === 'Word' ? (word.parts ?? []) : []));
  const inner = parts.flatMap((part): readonly WordPart[] => (part.type === 'DoubleQuoted' ? part.parts : [part]));
  return inner.filter(({ type, text }) => type === 'SimpleExpansion' && text === EXIT_STATUS);
}

/** Whether it only prints its words. */
export const echoes = ({ name }: Command): boolean => name?.text === 'echo';

/** A text as agents write messages that have several lines: `"$(cat <<'EOF' … EOF )"`. */
const given = /^\$\(cat <<(['"])(?<delimiter>\w+)\1\n(?:(?<body>[^]*)\n)?\k<delimiter>\n[ \t]*\)$/;

/** The text of such a word, and the part of it that prints it; null for any other word. */
export function givenText({ parts }: Word): { text: string; parts: [CommandExpansionPart] } | null {
  const [quoted, other] = parts ?? [];
  if (quoted?.type !== 'DoubleQuoted' || other !== undefined) return null;
  const [part, more] = quoted.parts;
  if (part?.type !== 'CommandExpansion' || more !== undefined) return null;
  const { delimiter = '', body = '' } = given.exec(part.text)?.groups ?? {};
  const lines = body.split('\n');
  if (delimiter === '' || lines.includes(delimiter) || !lines.every(isPlain)) return null;
  return { text: body.replace(/\n+$/, ''), parts: [part] };
}

/** Older shells look for the closing bracket also in such a text, and go by its quotes and brackets. */
const isPlain = (line: string): boolean =>
  !/['"`\\$]/.test(line) &&
  (line.includes('#') ? !/[()]/.test(line) : !/[()]/.test(line.replaceAll(/\([^()]*\)/g, '')));

const names = new Set(['CI', 'NODE_ENV', 'FORCE_COLOR', 'NO_COLOR']);

/** Whether it sets a variable that names no program, option or place, to a word. */
export const isHarmless = ({ name, value, append, index }: Assignment): boolean =>
  names.has(name) && append !== true && index === undefined && value.type === 'Word' && /^\w*$/.test(value.text);
