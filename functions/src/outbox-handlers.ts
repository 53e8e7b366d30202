import { purgeAccount } from './cascade/purge-account.ts';
import { purgeProject } from './cascade/purge-project.ts';
import { purgeTasks } from './cascade/purge-tasks.ts';
import { purgeTaskLeftovers } from './cascade/purge-task-leftovers.ts';
import { endContainer } from './containers/reconcile/end-container.ts';
import { deleteSaved } from './containers/reconcile/fail-tasks.ts';
import { followExit } from './containers/wake/follow-exit.ts';
import { startContainer } from './containers/start/start-container.ts';
import { endReplacedExecution } from './containers/reconcile/end-replaced-execution.ts';
import { wakeInterrupted } from './containers/wake/wake-interrupted.ts';
import { wakeProjectEntry } from './containers/wake/wake-project.ts';
import { deliverPush } from './notifications/deliver-push.ts';
import { notify } from './notifications/notify.ts';
import type { Handlers } from './outbox/handler.ts';

/** Every kind of promised work and its handler. */
export const handlers: Handlers = {
  one: {
    start_container: startContainer,
    delete_container: endContainer,
    end_execution: endReplacedExecution,
    wake_container: wakeInterrupted,
    follow_exit: followExit,
    wake_project: wakeProjectEntry,
    delete_checkpoint: deleteSaved,
    delete_account: purgeAccount,
    delete_project: purgeProject,
    notify,
    send_push: deliverPush,
  },
  batch: {
    delete_task: purgeTasks,
    delete_task_leftovers: purgeTaskLeftovers,
  },
};
