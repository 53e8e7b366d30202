import { dashboardStats } from '../entities/dashboard.ts';
import { route } from './route.ts';

export const getDashboardStats = route({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'The four numbers of the dashboard',
  reply: dashboardStats,
});
