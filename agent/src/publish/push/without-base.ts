import { fullName } from '../../lib/full-name.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import { beganEmpty } from '../../workspace/git/checkout.ts';
import type { Proposal } from '../publishing.ts';
import type { Push } from './push.ts';
import { findTip } from './tip.ts';

/**
 * Why there is no pull request of work that began in an empty repository: unless somebody has pushed a branch since, there
 * is none that it could go to. Null for any other, and where the remote does not answer.
 */
export async function withoutBase(
  { checkout, repository }: Pick<Proposal, 'checkout' | 'repository'>,
  { credentials, signal }: Push,
): Promise<{ url: null; problem: string; canRetry: false } | null> {
  if (!beganEmpty(checkout)) return null;
  const { git, base } = checkout;
  const tip = await findTip({ git, branch: base }, { credentials, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ProgramFailed) return undefined;
    throw error;
  });
  if (tip !== null) return null;
  const problem = `${fullName(repository)} has no branch "${base}" that a pull request could go to: the pushed branch is the result.`;
  return { url: null, problem, canRetry: false };
}
