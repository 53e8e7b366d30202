import { readAccounts } from '../access/account.ts';
import { isAdmitted } from '../access/admission.ts';
import { stopContainer } from '../containers/stop-container.ts';
import { list } from '../store/data.ts';
import { activeContainers } from '../store/queries.ts';
import { deleteGone } from './delete-gone.ts';
import { each } from './each.ts';
import type { Sweeper } from './sweeper.ts';

/**
 * Stops the containers of users who were disabled, deleted, or taken off the list of this deployment, and deletes what a
 * deleted one left. Their accounts are asked for in hundreds; when the identity provider does not answer, nobody is stopped.
 */
export const stopNotAdmitted: Sweeper = async (_now, deadline) => {
  const active = await list(activeContainers());
  const accounts = await readAccounts([...new Set(active.map(({ userId }) => userId))]);
  const unowned = active.filter(({ userId }) => !isAdmitted(accounts.get(userId)));
  await each('stopping a container', unowned, deadline, ({ id }) => stopContainer(id));
  const gone = [...new Set(unowned.map(({ userId }) => userId))].filter((userId) => !accounts.has(userId));
  await each(
    'deleting what a deleted user left',
    gone.map((id) => ({ id })),
    deadline,
    ({ id }) => deleteGone(id),
  );
};
