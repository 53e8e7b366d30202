import { readAccounts } from '../../access/account.ts';
import { isAdmitted } from '../../access/admission.ts';
import { stopContainer } from '../../containers/start/stop-container.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { list } from '../../store/data.ts';
import { containersIn } from '../../store/queries.ts';
import { deleteAllGone, goneOf } from './delete-gone.ts';
import { each } from '../each.ts';
import { inRounds } from '../in-rounds.ts';
import type { Sweeper } from '../sweeper.ts';

/** Containers read at a time. */
const PAGE = 300;

/**
 * Stops the containers of users who were disabled, deleted, or taken off this deployment's list, and deletes what a
 * deleted user left: in each sweep all that run, and one page of those to be started, whose owners the start checks
 * itself. Accounts are looked up in hundreds; when the identity provider does not answer, nobody is stopped; when it
 * knows none of many, nobody is deleted.
 */
export const stopNotAdmitted: Sweeper = async (now, deadline) => {
  await stopRunning(now, deadline);
  await stopPending(now, deadline);
};

const stopRunning = inPages('running', true);
const stopPending = inPages('pending', false);

/** A page is one turn: its accounts are looked up together. */
function inPages(status: 'running' | 'pending', isWhole: boolean): Sweeper {
  return inRounds('stopping containers', {
    async next(behind) {
      const page = await list(containersIn(status, behind).limit(PAGE));
      const id = page.at(-1)?.id;
      return { things: id === undefined ? [] : [{ id, page }], isLast: page.length < PAGE };
    },
    act: ({ page }, _now, deadline) => stopOf(page, deadline),
    isWhole,
  });
}

async function stopOf(active: ContainerDocument[], deadline: number): Promise<void> {
  const owners = [...new Set(active.map(({ userId }) => userId))];
  const accounts = await readAccounts(owners);
  const unowned = active.filter(({ userId }) => !isAdmitted(accounts.get(userId)));
  await each('stopping a container', unowned, deadline, ({ id }) => stopContainer(id));
  await deleteAllGone(goneOf(owners, accounts), deadline);
}
