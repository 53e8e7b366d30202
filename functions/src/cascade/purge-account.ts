import { getAuth } from 'firebase-admin/auth';
import { commit } from '../effects/transact.ts';
import {
  auditEvents,
  db,
  devices,
  outbox,
  projects,
  pushes,
  rateWindows,
  rules,
  secrets,
  usageDays,
  users,
} from '../store/firestore.ts';
import { livingContainers } from '../containers/create-container.ts';
import { codeOf } from '../lib/code-of.ts';
import type { Handler } from '../outbox/handler.ts';
import * as queries from '../store/queries.ts';
import { keepForAddress } from '../quotas/days/usage-of-address.ts';
import { endContainers } from './end-containers.ts';
import { eraseCheckpoints, eraseContainer, eraseItem, eraseRepository, eraseTask } from '../erasing/erase.ts';
import { failpoint } from '../erasing/failpoint.ts';
import { pageByPage } from '../erasing/page-by-page.ts';
import { eraseFrom, purge } from '../erasing/purge.ts';

/** Outbox: deletes everything of a deleted user except the tombstone, last of all the user at the identity provider. */
export const purgeAccount: Handler = async ({ id, userId }, deadline) => {
  await eraseUserThings(userId, deadline);
  await eraseOtherPromises(userId, id, deadline);
  failpoint('before identity');
  await deleteIdentity(userId);
  failpoint('after identity');
  return 'done';
};

/**
 * Deletes every document of a user. The sweeper repeats it for a while after the deletion: a request that was let in
 * just before the tombstone may have written something after the first time.
 */
export async function eraseUserThings(userId: string, deadline: number): Promise<void> {
  await endContainers(livingContainers(userId), deadline);
  await purge(
    'projects',
    queries.userProjects(userId),
    deadline,
    eraseFrom((id) => projects().doc(id)),
  );
  await purge('tasks', queries.userTasks(userId), deadline, eraseTask, eraseCheckpoints);
  await purge('items', queries.userItems(userId), deadline, eraseItem);
  await purge('repositories', queries.userRepositories(userId), deadline, eraseRepository);
  await purge('containers', queries.userContainers(userId), deadline, eraseContainer);
  await purge(
    'rules',
    queries.userRules(userId),
    deadline,
    eraseFrom((id) => rules().doc(id)),
  );
  await purge(
    'devices',
    queries.userDevices(userId),
    deadline,
    eraseFrom((id) => devices().doc(id)),
  );
  await purge(
    'pushes',
    queries.userPushes(userId),
    deadline,
    eraseFrom((id) => pushes().doc(id)),
  );
  await purge(
    'secrets',
    queries.userSecrets(userId),
    deadline,
    eraseFrom((id) => secrets().doc(id)),
  );
  await purge(
    'audit',
    queries.userAuditEvents(userId),
    deadline,
    eraseFrom((id) => auditEvents().doc(id)),
  );
  await purge(
    'windows',
    queries.userRateWindows(userId),
    deadline,
    eraseFrom((id) => rateWindows().doc(id)),
  );
  await keepForAddress(userId);
  await purge(
    'usage',
    queries.userUsageDays(userId),
    deadline,
    eraseFrom((id) => usageDays().doc(id)),
  );
  failpoint('before signals');
  await db().recursiveDelete(db().doc(`signals/${userId}`));
  await commit((writer) => writer.delete(users().doc(userId)));
  failpoint('after user');
}

/**
 * Outbox entries promised to the user before; the one that is being worked off here is removed when it is done. Nothing
 * else still knows where the files of a deleted task are, so those entries are kept.
 */
async function eraseOtherPromises(userId: string, keptId: string, deadline: number): Promise<void> {
  await pageByPage('promises', queries.userOutbox(userId), deadline, (page) =>
    commit((writer) => {
      for (const { id, kind } of page.filter(({ id }) => id !== keptId)) {
        if (kind === 'delete_task') writer.update(outbox().doc(id), { kind: 'delete_task_leftovers' });
        else if (kind !== 'delete_task_leftovers') writer.delete(outbox().doc(id));
      }
    }),
  );
}

async function deleteIdentity(userId: string): Promise<void> {
  try {
    await getAuth().deleteUser(userId);
  } catch (error) {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  }
}
