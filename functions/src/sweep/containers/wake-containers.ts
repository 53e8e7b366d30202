import { replaceIfSilent } from '../../containers/reconcile/replace-execution.ts';
import { wakeContainer } from '../../containers/wake/wake-container.ts';
import { list } from '../../store/data.ts';
import { decidedTasks } from '../../store/queries.ts';
import { inRounds } from '../in-rounds.ts';

/** Tasks read in one sweep. */
const PER_SWEEP = 500;

/** Starts containers that ended while one of their tasks was decided, and replaces those that are silent. */
export const wakeContainers = inRounds('waking a container', {
  async next(behind) {
    const decided = await list(decidedTasks(behind).limit(PER_SWEEP));
    const ids = new Set(decided.flatMap(({ parkedContainerId }) => parkedContainerId ?? []));
    return { things: [...ids].map((id) => ({ id })), isLast: decided.length < PER_SWEEP };
  },
  async act({ id }, now) {
    if (!(await wakeContainer(id))) await replaceIfSilent(id, now);
  },
});
