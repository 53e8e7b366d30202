import type { Checkout } from './checkout.ts';
import type { GitCredentials } from './git.ts';
import { ProgramFailed } from './run-program.ts';

export interface Push {
  commit: string;
  credentials: GitCredentials | null;
  signal: AbortSignal;
}

/** Why a push would fail, in git's words; null when it would not. A stored token is trusted to work until it has failed. */
export async function obstacleTo(checkout: Checkout, { commit, credentials, signal }: Push): Promise<string | null> {
  if (credentials !== null) return null;
  try {
    await checkout.git(['push', '--quiet', '--dry-run', '--force', 'origin', refspec(checkout, commit)], { signal });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProgramFailed) return `no token is stored (${error.message.split('\n')[0]})`;
    throw error;
  }
}

/**
 * Pushes exactly this commit to the task's branch, unless it is there already. The branch is named after the task and nobody else's, so
 * what an earlier run left there is replaced; only what was seen there, though. Throws ProgramFailed.
 */
export async function push(checkout: Checkout, { commit, credentials, signal }: Push): Promise<void> {
  const { git, branch } = checkout;
  const call = { credentials, signal };
  const answer = await git(['ls-remote', 'origin', `refs/heads/${branch}`], call);
  const present = /^[0-9a-f]{40}/.exec(answer)?.[0] ?? '';
  if (present === commit) return;
  const lease = `--force-with-lease=refs/heads/${branch}:${present}`;
  await git(['push', '--quiet', '--no-verify', lease, 'origin', refspec(checkout, commit)], call);
}

function refspec({ branch }: Checkout, commit: string): string {
  return `${commit}:refs/heads/${branch}`;
}
