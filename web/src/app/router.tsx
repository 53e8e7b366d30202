import { createBrowserRouter } from 'react-router-dom';
import { PageSpinner } from '../ui/page-spinner.tsx';
import { RequireUser } from './require-user.tsx';
import { RouteError } from './route-error.tsx';

/** All routes of specification §2. Each page is a chunk of its own. */
export const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    HydrateFallback: PageSpinner,
    children: [
      { path: '/login', lazy: async () => ({ Component: (await import('../pages/login/login-page.tsx')).LoginPage }) },
      {
        Component: RequireUser,
        children: [
          {
            lazy: async () => ({ Component: (await import('./layout/layout.tsx')).Layout }),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  {
                    path: '/',
                    lazy: async () => ({
                      Component: (await import('../pages/dashboard/dashboard-page.tsx')).DashboardPage,
                    }),
                  },
                  {
                    path: '/projects',
                    lazy: async () => ({
                      Component: (await import('../pages/projects/projects-page.tsx')).ProjectsPage,
                    }),
                  },
                  {
                    path: '/projects/:id',
                    lazy: async () => ({
                      Component: (await import('../pages/project-detail/project-detail-page.tsx')).ProjectDetailPage,
                    }),
                  },
                  {
                    path: '/repositories',
                    lazy: async () => ({
                      Component: (await import('../pages/repositories/repositories-page.tsx')).RepositoriesPage,
                    }),
                  },
                  {
                    path: '/approvals',
                    lazy: async () => ({
                      Component: (await import('../pages/approvals/approvals-page.tsx')).ApprovalsPage,
                    }),
                  },
                  {
                    path: '/tasks',
                    lazy: async () => ({ Component: (await import('../pages/tasks/tasks-page.tsx')).TasksPage }),
                  },
                  {
                    path: '/tasks/:id',
                    lazy: async () => ({
                      Component: (await import('../pages/task-detail/task-detail-page.tsx')).TaskDetailPage,
                    }),
                  },
                  {
                    path: '/containers',
                    lazy: async () => ({
                      Component: (await import('../pages/containers/containers-page.tsx')).ContainersPage,
                    }),
                  },
                  {
                    path: '/containers/:id',
                    lazy: async () => ({
                      Component: (await import('../pages/container-detail/container-detail-page.tsx'))
                        .ContainerDetailPage,
                    }),
                  },
                  {
                    path: '*',
                    lazy: async () => ({
                      Component: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]);
