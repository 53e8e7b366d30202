import * as z from 'zod/mini';

export const dashboardStats = z.object({
  totalProjects: z.number(),
  /** Undecided items. */
  pendingApprovals: z.number(),
  completedTasks: z.number(),
  runningTasks: z.number(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;
