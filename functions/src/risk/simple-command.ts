import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { holdsSecrets } from '@countersign/contract/agent';
import { isWholeTree } from './whole-tree.ts';
import { argOf } from './words.ts';

const LENGTH_MAX = 2_000;
/** The only nodes of a simple command's tree: no redirection, assignment, pattern, variable or substitution. */
const plain = new Set<SyntaxNode['type']>([
  'Script',
  'Statement',
  'Command',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
]);
/** Characters that mean nothing to any shell, quoted or not. */
const plainWord = /^[\w@+:,./= -]+$/;

/**
 * The words of a line that is one simple command and nothing else: its shape. Null for anything more, for any spelling
 * other than the words with single blanks between them, and for what is not understood.
 */
export function simpleWords(line: string): string[] | null {
  if (line.length > LENGTH_MAX) return null;
  try {
    return wordsOf(line);
  } catch {
    return null;
  }
}

function wordsOf(line: string): string[] | null {
  const root = parse(line);
  if (root.errors?.length || !isWholeTree(line, root)) return null;
  const words: { text: string; value: string }[] = [];
  let commands = 0;
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!plain.has(node.type) || (node.type === 'Statement' && node.background)) return null;
    if (node.type === 'Command') {
      commands += 1;
      for (const word of node.name ? [node.name, ...node.args] : []) {
        const { value, text } = argOf(word, { from: 0, to: 0 });
        // A name that is quoted in part is hard to see through, also for the runner that follows its links.
        if (value === null || ![value, `'${value}'`, `"${value}"`].includes(text)) return null;
        words.push({ value, text });
      }
    }
    forEachChild(node, (child) => open.push(child));
  }
  const [program] = words;
  if (commands !== 1 || program === undefined || program.text !== program.value) return null;
  // Nothing may stand between the words that is missing from the tree.
  if (words.map(({ text }) => text).join(' ') !== line) return null;
  return words.every(({ value }) => plainWord.test(value)) ? words.map(({ value }) => value) : null;
}

/** Whether no part of a word leads out of the workspace, to another machine, or to a place where secrets are kept. */
export function staysInside(word: string): boolean {
  if (word.includes('://')) return false;
  const parts = word.replace(/^-+[A-Za-z]?/, '').split(/[=:, ]/);
  return [word, ...parts].every((part) => {
    const segments = part.split('/');
    return !/^[/~@]/.test(part) && !segments.includes('..') && !holdsSecrets(segments) && !segments.includes('.git');
  });
}
