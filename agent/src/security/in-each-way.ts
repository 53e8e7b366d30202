import { describe } from 'vitest';
import { canIsolate } from '../testing/can-isolate.ts';
import { isLong, variant } from '../../../dev/testing/sample.ts';

const ways: { name: string; env: Record<string, string> }[] = [
  { name: 'beside the runner', env: {} },
  ...(canIsolate ? [{ name: 'isolated from the machine', env: { AGENT_ISOLATION: 'bubblewrap' } }] : []),
];

/**
 * Plays tricks where agents run beside the runner, as in a container, and isolated from the machine, as with `npm
 * start`: the long tests both ways, the others the one that the seed says. Each trick adds the given environment to its
 * runner's.
 */
export function inEachWay(define: (isolation: Record<string, string>) => void): void {
  const chosen = isLong ? ways : [ways[variant % ways.length] ?? { name: '', env: {} }];
  for (const { name, env } of chosen) describe(name, () => define(env));
}
