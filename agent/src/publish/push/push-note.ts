import { ProgramFailed } from '../../lib/run-program.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { GitCall } from '../../workspace/git/git.ts';
import { commitIn } from '../../workspace/git/refs-in.ts';
import type { Push } from './push.ts';

/** How often others may be faster: the notes of all commits are one branch, shared by all tasks of the repository. */
const ATTEMPTS = 6;

/**
 * Pushes a note on a commit to `ref` at the remote, replacing an earlier run's note on it; the notes of other commits
 * stay. Nothing is forced: if somebody was faster, the note is added to what they pushed. Throws ProgramFailed.
 */
export async function pushNote(
  { git }: Pick<Checkout, 'git'>,
  ref: string,
  note: string,
  { commit, credentials, signal }: Push,
): Promise<void> {
  const call: GitCall = { credentials, signal };
  const findTip = async () => commitIn(await git(['ls-remote', 'origin', ref], call), ref);
  for (let attempt = 1; ; attempt += 1) {
    const tip = await findTip();
    await (tip === null
      ? git(['update-ref', '-d', ref], { signal })
      : git(['fetch', '--quiet', '--no-tags', '--depth', '1', 'origin', `+${ref}:${ref}`], call));
    await git(['notes', `--ref=${ref}`, 'add', '--force', '--file=-', commit], { input: note, signal });
    try {
      await git(['push', '--quiet', '--no-verify', 'origin', `${ref}:${ref}`], call);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const isRace = error instanceof ProgramFailed && attempt < ATTEMPTS && (await findTip()) !== tip;
      if (!isRace) throw error;
    }
  }
}
