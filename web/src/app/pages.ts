import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';

type Load = () => Promise<{ default: ComponentType }>;

/** The pages behind the guard. Each is a chunk of its own. */
const loaders: Record<string, Load> = {
  '/': async () => ({ default: (await import('../pages/dashboard/dashboard-page.tsx')).DashboardPage }),
  '/projects': async () => ({ default: (await import('../pages/projects/projects-page.tsx')).ProjectsPage }),
  '/projects/:id': async () => ({
    default: (await import('../pages/project-detail/project-detail-page.tsx')).ProjectDetailPage,
  }),
  '/repositories': async () => ({
    default: (await import('../pages/repositories/repositories-page.tsx')).RepositoriesPage,
  }),
  '/approvals': async () => ({ default: (await import('../pages/approvals/approvals-page.tsx')).ApprovalsPage }),
  '/approvals/:id': async () => ({ default: (await import('../pages/approval/approval-page.tsx')).ApprovalPage }),
  '/decisions': async () => ({ default: (await import('../pages/decisions/decisions-page.tsx')).DecisionsPage }),
  '/tasks': async () => ({ default: (await import('../pages/tasks/tasks-page.tsx')).TasksPage }),
  '/tasks/:id': async () => ({ default: (await import('../pages/task-detail/task-detail-page.tsx')).TaskDetailPage }),
  '/containers': async () => ({ default: (await import('../pages/containers/containers-page.tsx')).ContainersPage }),
  '/containers/:id': async () => ({
    default: (await import('../pages/container-detail/container-detail-page.tsx')).ContainerDetailPage,
  }),
};

const loadNotFound: Load = async () => ({
  default: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage,
});
const loadShell: Load = async () => ({ default: (await import('./shell.tsx')).Shell });
const loadLogin: Load = async () => ({ default: (await import('../pages/login/login-page.tsx')).LoginPage });

const loadFirstAdmission: Load = async () => ({ default: (await import('./first-admission.tsx')).FirstAdmission });

export const Shell = lazy(loadShell);
export const LoginPage = lazy(loadLogin);
export const NotFoundPage = lazy(loadNotFound);
export const FirstAdmission = lazy(loadFirstAdmission);
export const NotAdmittedPage = lazy(async () => ({
  default: (await import('../pages/not-admitted/not-admitted-page.tsx')).NotAdmittedPage,
}));
export const pages = Object.entries(loaders).map(([path, load]) => ({ path, Page: lazy(load) }));

/** Whether there is a page at this address. */
export function isPage(pathname: string): boolean {
  return loaderOf(pathname) !== undefined;
}

// A chunk that cannot be fetched now fails again, visibly, when the page is shown.
const ignore = () => undefined;

/** Makes the first calls of the page at this address before it is known who is signed in. */
export function preloadData(pathname: string): void {
  import('./first-calls.ts').then((first) => first.makeFirstCalls(pathname)).catch(ignore);
}

/** Fetches the chunks of the page at this address before it is known who is signed in. */
export function preloadPage(pathname: string): void {
  const load = loaderOf(pathname) ?? loadNotFound;
  loadShell().catch(ignore);
  load().catch(ignore);
}

/** Fetches the sign-in page, where a signed-out person ends up, and then the page that follows signing in. */
export function preloadLogin(): void {
  loadLogin().then(loadFirstAdmission).catch(ignore);
}

function loaderOf(pathname: string): Load | undefined {
  return Object.entries(loaders).find(([pattern]) => matchPath(pattern, pathname))?.[1];
}
