import { forEachChild, type SyntaxNode } from 'unbash';

const keywords = new Set('if then elif else fi time'.split(' '));
const signs = new Set([';', '&', '|', '!']);

/**
 * Whether a script is completely in its tree. The parser is lenient: it may keep only a part of what it does not
 * understand, and the judgement would be about that part. Every character must be of a word, redirection or sign
 * between.
 */
export function isWholeTree(text: string, root: SyntaxNode): boolean {
  const spans: [from: number, to: number][] = [];
  const counts = { Subshell: 0, BraceGroup: 0 };
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'Subshell' || node.type === 'BraceGroup') counts[node.type] += 1;
    const isLeaf = node.type === 'Word' || node.type === 'Redirect' || node.type === 'HereString';
    if (node.type === 'HereDoc') {
      spans.push([node.pos, node.end], [node.body.pos, node.closing?.end ?? node.body.end]);
    } else if (isLeaf || node.type === 'Assignment') spans.push([node.pos, node.end]);
    else forEachChild(node, (child) => open.push(child));
  }
  const tokens = tokensIn(between(text, spans));
  const count = (sign: string) => tokens.filter((token) => token === sign).length;
  const isBalanced =
    count('(') === counts.Subshell &&
    count(')') === counts.Subshell &&
    count('{') === counts.BraceGroup &&
    count('}') === counts.BraceGroup;
  return isBalanced && tokens.every((token) => '(){}'.includes(token) || signs.has(token) || keywords.has(token));
}

/** What remains of a text without these parts. */
function between(text: string, spans: [from: number, to: number][]): string {
  let at = 0;
  const left: string[] = [];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    left.push(text.slice(at, from));
    at = Math.max(at, to);
  }
  return [...left, text.slice(at)].join(' ');
}

/** Without blanks, comments and escaped line ends. No word is left here, so each `#` begins a comment. */
function tokensIn(text: string): string[] {
  return (
    text
      .replaceAll('\\\n', ' ')
      .replaceAll(/#[^\n]*/g, ' ')
      .match(/[A-Za-z]+|[^\s]/g) ?? []
  );
}
