import { readAccounts } from '../access/account.ts';
import { isAdmitted } from '../access/admission.ts';
import { stopContainer } from '../containers/stop-container.ts';
import { list } from '../store/data.ts';
import { activeContainers } from '../store/queries.ts';
import { each } from './each.ts';
import type { Sweeper } from './sweep.ts';

/**
 * Stops the containers of users who were disabled, deleted, or taken off the list of this deployment. Their accounts are
 * asked for in hundreds; when the identity provider does not answer, nobody is stopped.
 */
export const stopNotAdmitted: Sweeper = async (_now, deadline) => {
  const active = await list(activeContainers());
  const accounts = await readAccounts([...new Set(active.map(({ userId }) => userId))]);
  const unowned = active.filter(({ userId }) => !isAdmitted(accounts.get(userId)));
  await each('stopping a container', unowned, deadline, ({ id }) => stopContainer(id));
};
