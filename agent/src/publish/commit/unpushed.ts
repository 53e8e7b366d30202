import type { Checkout } from '../../workspace/git/checkout.ts';

/** The commits of this runner that lead to one, newest first: everything beyond the base. */
export async function ownCommits({ git, baseCommit }: Pick<Checkout, 'git' | 'baseCommit'>, commit: string) {
  if (commit === baseCommit) return [];
  return (await git(['rev-list', commit, `^${baseCommit}`])).split('\n').filter(Boolean);
}

/** Those of them that were not pushed before, so that pushing the newest would push them all. */
export function unpushedOf(own: readonly string[], pushed: string | null): readonly string[] {
  const known = pushed === null ? -1 : own.indexOf(pushed);
  return known === -1 ? own : own.slice(0, known);
}
