import { commit, count, transact } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { env } from '../env.ts';
import { containers } from '../firestore.ts';
import { admittedOfProject, admittedOfUser } from '../queries.ts';

/**
 * Takes a place among the containers that run at the same time, of its project and of its user. False when there is none:
 * then the container says why, and waits. Two that come at once for the last place both give it back and wait: the limit
 * holds without a counter that everything would wait for.
 */
export async function admitContainer(container: ContainerDocument): Promise<boolean> {
  if (container.admitted) return true;
  const { id, epoch } = container;
  const isTaken = await transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    if (current?.epoch !== epoch || current.status !== 'pending') return false;
    tx.update(containers().doc(id), { admitted: true });
    return true;
  });
  const full = isTaken ? await fullLimit(container) : null;
  if (full) {
    const change = { admitted: false, waits: true, message: waitTexts[full]() };
    await commit((writer) => writer.update(containers().doc(id), change));
  }
  return full === null;
}

/** Whose places are taken: with `more` further containers there would be more than may run at the same time. Null: nobody's. */
export async function fullLimit(
  { userId, projectId }: Pick<ContainerDocument, 'userId' | 'projectId'>,
  more = 0,
): Promise<'project' | 'user' | null> {
  const { RUNNING_PER_PROJECT, RUNNING_PER_USER } = env();
  const [ofProject, ofUser] = await Promise.all([count(admittedOfProject(projectId)), count(admittedOfUser(userId))]);
  if (ofProject + more > RUNNING_PER_PROJECT) return 'project';
  if (ofUser + more > RUNNING_PER_USER) return 'user';
  return null;
}

const waitTexts = {
  project: () => waitText(env().RUNNING_PER_PROJECT, 'of this project'),
  user: () => waitText(env().RUNNING_PER_USER, 'of yours'),
};

function waitText(limit: number, whose: string): string {
  const others = limit === 1 ? `1 container ${whose} runs` : `${limit} containers ${whose} run`;
  return `Waits to be started: ${others} already, the most at the same time. It starts when one of them ends`;
}
