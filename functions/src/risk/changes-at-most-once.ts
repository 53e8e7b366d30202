import { forEachChild, type SyntaxNode } from 'unbash';
import { reading } from './programs/reading.ts';
import { DEPTH_MAX, nesting, NODES_MAX } from './syntax.ts';
import { argOf } from './words.ts';

/**
 * Whether at most one part of a script changes files: then what the runner has found of the names that the shell fills in
 * is still so when that part is reached. Any program but those that only read may make files, and so does a redirection.
 */
export function changesAtMostOnce(root: SyntaxNode): boolean {
  const open = [{ node: root, depth: 0 }];
  let [nodes, changes] = [0, 0];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { node } = entry;
    const depth = entry.depth + (nesting.has(node.type) ? 1 : 0);
    nodes += 1;
    if (nodes > NODES_MAX || depth > DEPTH_MAX) return false;
    if (mayChange(node)) changes += 1;
    if (changes > 1) return false;
    forEachChild(node, (child) => open.push({ node: child, depth }));
  }
  return true;
}

function mayChange(node: SyntaxNode): boolean {
  // While it sleeps, what runs in the background may change them.
  if (node.type === 'Command') return !Object.hasOwn(reading, node.name?.value ?? '') || node.name?.value === 'sleep';
  if (node.type !== 'Redirect' || node.operator === '<') return false;
  const value = node.target ? argOf(node.target, { from: 0, to: 0 }).value : null;
  const isDuplicate = (node.operator === '>&' || node.operator === '<&') && /^(?:\d+|-)$/.test(value ?? '');
  return value !== '/dev/null' && !isDuplicate;
}
