import { ensureContainer } from '../containers/ensure-container.ts';
import { replaceIfSilent } from '../containers/replace-execution.ts';
import { wakeContainer } from '../containers/wake-container.ts';
import { list } from '../data.ts';
import { autoCreateProjects, decidedTasks } from '../queries.ts';
import type { Sweeper } from './sweep.ts';

/** Starts what is wanted and does not run: containers with a decided task, and projects that make containers by themselves. */
export const wakeContainers: Sweeper = async (now, deadline) => {
  const decided = await list(decidedTasks().limit(500));
  const wanted = new Set(decided.flatMap(({ parkedContainerId }) => parkedContainerId ?? []));
  for (const id of wanted) {
    if (Date.now() > deadline) return;
    if (!(await wakeContainer(id))) await replaceIfSilent(id, now);
  }
  for (const project of await list(autoCreateProjects())) {
    if (Date.now() > deadline) return;
    await ensureContainer(project);
  }
};
