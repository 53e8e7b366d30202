import { routes, type DashboardStats } from '@countersign/contract';
import { count } from '../store/data.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { undecidedItems, userProjects, userTasksIn } from '../store/queries.ts';

/** The numbers of the dashboard. */
export function mountDashboard(mount: Mount<UserCaller>): void {
  mount(routes.getDashboardStats, ({ userId }) => readStats(userId));
}

/** The dashboard's four numbers, counted by the database: no document is read. */
async function readStats(userId: string): Promise<DashboardStats> {
  const [totalProjects, pendingApprovals, completedTasks, runningTasks] = await Promise.all([
    count(userProjects(userId)),
    count(undecidedItems(userId)),
    count(userTasksIn(userId, 'completed')),
    count(userTasksIn(userId, 'running')),
  ]);
  return { totalProjects, pendingApprovals, completedTasks, runningTasks };
}
