import type { AgentRepository } from '@countersign/contract/agent';
import { TaskFailed } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import type { Git, GitCall } from './git.ts';
import { branchInTheWay, wordsInTheWay } from './in-the-way.ts';
import { commitIn, refsIn } from './refs-in.ts';

/** Where work begins: a branch and its newest commit. */
export interface Base {
  base: string;
  baseCommit: string;
}

export interface BaseWanted {
  repository: AgentRepository | null;
  /** The branch that the project names. */
  baseBranch: string | null;
  /** Whether that branch must exist. */
  needsBaseBranch: boolean;
  log: (line: string) => void;
}

/** Branches that this product makes, on which no work is based. */
const OWN = 'countersign/';

/**
 * The branch that the project names, if it exists, or else the repository's default one; null if the repository is
 * empty. Throws TaskFailed if there is none to begin on, or if what is made could not be pushed beside one.
 */
export async function findBase(git: Git, call: GitCall, wanted: BaseWanted): Promise<Base | null> {
  const { baseBranch, needsBaseBranch, repository, log } = wanted;
  const name = repository && fullName(repository);
  const named = baseBranch === null ? [] : [`refs/heads/${baseBranch}`];
  const inTheWay = `refs/heads/${branchInTheWay(`${OWN}…`)}`;
  const answer = await git(['ls-remote', '--symref', 'origin', ...named, inTheWay, 'HEAD'], call);
  const commitOf = (ref: string) => commitIn(answer, ref);
  if (commitOf(inTheWay) !== null) throw new TaskFailed(wordsInTheWay(name ?? 'The repository', `${OWN}…`));
  if (baseBranch !== null) {
    const baseCommit = commitOf(`refs/heads/${baseBranch}`);
    if (baseCommit !== null) return { base: baseBranch, baseCommit };
  }
  const head = commitOf('HEAD');
  // HEAD may name a branch that nobody has pushed, as in a repository that was created before its branches were named.
  const heads = head === null ? await headsOf(git, call) : [];
  if (head === null && heads.length === 0) return null;
  if (baseBranch !== null && needsBaseBranch) {
    throw new TaskFailed(
      `${name} has no branch "${baseBranch}", which the project's settings name as its base. Change it there, and reopen the task.`,
    );
  }
  if (head !== null) {
    const base = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(answer)?.[1];
    return { base: base ?? 'main', baseCommit: head };
  }
  const [only, another] = heads;
  if (only === undefined || another !== undefined) {
    throw new TaskFailed(
      `${name} has no default branch: its HEAD names one that does not exist. Name a base branch in the project's settings, and reopen the task.`,
    );
  }
  log(`${name} has no default branch: the work begins on "${only.base}", the only one that it has`);
  return only;
}

/** All branches except this product's own. */
async function headsOf(git: Git, call: GitCall): Promise<Base[]> {
  const refs = refsIn(await git(['ls-remote', '--heads', 'origin'], call));
  return refs
    .map(({ ref, commit }) => ({ base: ref.slice('refs/heads/'.length), baseCommit: commit }))
    .filter(({ base }) => !base.startsWith(OWN));
}
