import { ensureContainer } from '../../containers/wake/ensure-container.ts';
import { list } from '../../store/data.ts';
import { autoCreateProjects } from '../../store/queries.ts';
import { inRounds } from '../in-rounds.ts';

/** Projects looked at in one sweep. */
const PER_SWEEP = 200;

/** Makes sure that a project which creates containers automatically has one when tasks wait. */
export const ensureContainers = inRounds('seeing to a container', {
  async next(behind) {
    const things = await list(autoCreateProjects(behind).limit(PER_SWEEP));
    return { things, isLast: things.length < PER_SWEEP };
  },
  act: ensureContainer,
});
