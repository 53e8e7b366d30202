import type { AgentRepository } from '@countersign/contract/agent';
import { TaskFailed } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { GitCredentials } from './git.ts';

/** What git was to do at GitHub. */
export interface RemoteWork {
  repository: AgentRepository;
  /** As in "could not be …". */
  act: 'cloned' | 'pushed to';
  credentials: GitCredentials | null;
}

/**
 * Does `work`. If GitHub refuses it, for want of a token or because of the one that is stored, throws TaskFailed with what
 * the owner can do; any other failure passes as it is.
 */
export async function orSayRefusal<T>(what: RemoteWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof ProgramFailed ? refusalIn(error, what) : null;
    throw words === null ? error : new TaskFailed(words);
  }
}

const REFUSED =
  /Authentication failed for|could not read (Username|Password) for|The requested URL returned error: 40[13]/;
/** GitHub's answer, too, about what the caller may not know of. */
const NOT_FOUND = /repository '.*' not found|The requested URL returned error: 404/;

/** In sentences, with git's own words below them; null if git failed for another reason. */
function refusalIn(error: ProgramFailed, { repository, act, credentials }: RemoteWork): string | null {
  const isMissing = NOT_FOUND.test(error.message);
  if (!isMissing && !REFUSED.test(error.message)) return null;
  const [why, remedy] =
    credentials === null
      ? [`${act === 'cloned' ? 'it is private or does not exist, and ' : ''}no token is stored`, 'Store one']
      : isMissing
        ? ['it does not exist, or the stored token may not see it', 'Store another one']
        : ['GitHub refused the stored token', 'Store another one'];
  const words = `${fullName(repository)} could not be ${act}: ${why}. ${remedy} under Repositories and reopen the task.`;
  return `${words}\n\n${firstLineOf(error)}`;
}

/** The first line of what git said, except for one about the program that gives it no token. */
export function firstLineOf({ message }: ProgramFailed): string {
  const lines = message.split('\n');
  return lines.find((line) => !line.startsWith('error: unable to read askpass response')) ?? message;
}
