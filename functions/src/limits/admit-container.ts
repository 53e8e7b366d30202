import { commit, count, transact } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { env } from '../env.ts';
import { containers } from '../firestore.ts';
import { admittedOfProject, admittedOfUser } from '../queries.ts';

/**
 * Takes a place among the containers that run at the same time, of its project and of its user. Answers why there is
 * none, or null when it has one. Two that come at once for the last place both give it back and try again later: the
 * limit holds without a counter that everything would wait for.
 */
export async function admitContainer(container: ContainerDocument): Promise<string | null> {
  if (container.admitted) return null;
  const { id, epoch } = container;
  const isTaken = await transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    if (current?.epoch !== epoch || current.status !== 'pending') return false;
    tx.update(containers().doc(id), { admitted: true });
    return true;
  });
  const reason = isTaken ? await whyFull(container) : null;
  if (reason) await commit((writer) => writer.update(containers().doc(id), { admitted: false, message: reason }));
  return reason;
}

async function whyFull({ userId, projectId }: ContainerDocument): Promise<string | null> {
  const { RUNNING_PER_PROJECT, RUNNING_PER_USER } = env();
  const [ofProject, ofUser] = await Promise.all([count(admittedOfProject(projectId)), count(admittedOfUser(userId))]);
  if (ofProject > RUNNING_PER_PROJECT) return waitText(RUNNING_PER_PROJECT, 'of this project');
  if (ofUser > RUNNING_PER_USER) return waitText(RUNNING_PER_USER, 'of yours');
  return null;
}

function waitText(limit: number, whose: string): string {
  const others = limit === 1 ? `1 container ${whose} runs` : `${limit} containers ${whose} run`;
  return `Waits to be started: ${others} already, the most at the same time. It starts when one of them ends`;
}
