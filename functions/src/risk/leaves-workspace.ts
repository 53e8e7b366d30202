import { type Command, forEachChild, type SyntaxNode } from 'unbash';
import type { Setting } from './judge-path.ts';
import { placeOf } from './paths.ts';
import { DEPTH_MAX, nesting, NODES_MAX } from './syntax.ts';
import { argOf } from './words.ts';

/** Whether the script leaves the workspace at any point: then no relative path is known to be inside. */
export function leavesWorkspace(root: SyntaxNode, { workspace }: Setting): boolean {
  const open = [{ node: root, depth: 0 }];
  let nodes = 0;
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { node } = entry;
    const depth = entry.depth + (nesting.has(node.type) ? 1 : 0);
    nodes += 1;
    if (nodes > NODES_MAX || depth > DEPTH_MAX) return true;
    if (node.type === 'Command' && isDeparture(node, workspace)) return true;
    forEachChild(node, (child) => open.push({ node: child, depth }));
  }
  return false;
}

function isDeparture({ name, args: all }: Command, workspace: string | null): boolean {
  const words = name ? [name, ...all] : [];
  const at = words.findIndex(({ value }) => value !== 'command' && value !== 'builtin');
  const [program, ...args] = at === -1 ? [] : words.slice(at);
  // Its options, of which `command -p cd` has one, are not looked at: what follows them may be anything.
  if (at > 0 && program?.value?.startsWith('-')) return true;
  if (program?.value !== 'cd' && program?.value !== 'pushd' && program?.value !== 'popd') return false;
  const [folder] = args;
  const value = folder ? argOf(folder, { from: 0, to: 0 }).value : null;
  if (args.length !== 1 || value === null || value === '' || value.startsWith('-')) return true;
  return value.includes('..') || placeOf(value, workspace).at !== 'inside';
}
