import { ApiError, type Container, fillPath, type Project, type Repository, type Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { stubLayout } from '../features/approvals/test-approvals.tsx';
import { api } from '../lib/api.ts';
import { AuthContext } from '../lib/auth/auth-context.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { publicClient } from '../lib/server/public-client.ts';
import { system } from '../ui/theme/system.ts';
import { toast } from '../ui/toaster/toast.ts';

/** A server's replies, by "METHOD /path"; a test may change them while the page is open. */
export type TestServer = Record<string, (sent: { body?: unknown }) => unknown>;

/** For tests: without a network. */
export const offline = () => Promise.reject(new TypeError('Failed to fetch'));
/** For tests: it does not exist, or is somebody else's. */
export const missing = () => Promise.reject(new ApiError(404, 'Not Found', null));
/** For tests: no reply yet. */
export const held = () => new Promise(() => undefined);

/** For tests: a page of a list, followed by another; `counts` says how many there are in all. */
export class FirstPage {
  constructor(
    readonly entries: readonly unknown[],
    readonly counts: object | null = null,
  ) {}
}

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };

interface Opened {
  at: string;
  /** The pattern of its address. */
  path?: string;
  server: TestServer;
  /** What the link that led here has told the router. */
  state?: unknown;
  isNarrow?: boolean;
  /** Data kept from the last visit is still being read. */
  isRestoring?: boolean;
}

/** For tests: a page at its address on a wide screen, or a phone's, with the test's own server. */
export function openPage(
  page: ReactNode,
  { at, path = at, server, state, isNarrow = false, isRestoring = false }: Opened,
) {
  stubLayout();
  const isMet = (query: string) => query.includes(isNarrow ? 'max-width' : 'min-width');
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: isMet(query), addEventListener() {}, removeEventListener() {} },
  }));
  window.history.replaceState(state === undefined ? null : { usr: state, idx: 0 }, '', at);
  const told: string[] = [];
  for (const kind of ['error', 'failure', 'success'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: string) => void told.push(text));
  const sent = serve(server);
  const queries = createQueryClient();
  render(
    <ChakraProvider value={system}>
      <AuthContext value={{ status: 'signed-in', user }}>
        <QueryClientProvider client={queries}>
          <IsRestoringProvider value={isRestoring}>
            <BrowserRouter>
              <Routes>
                <Route path={path} element={page} />
                <Route path="*" element={null} />
              </Routes>
            </BrowserRouter>
          </IsRestoringProvider>
        </QueryClientProvider>
      </AuthContext>
    </ChakraProvider>,
  );
  const bodies = (name: string) => sent.filter((call) => call.name === name).map(({ body }) => body);
  return { told, sent, bodies, queries };
}

interface SentCall {
  name: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Replies in the server's place, and records the requests. */
function serve(server: TestServer): SentCall[] {
  const sent: SentCall[] = [];
  const answer = async (
    route: { method: string; path: string },
    {
      params = {},
      body,
      headers = {},
    }: { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const name = `${route.method} ${fillPath(route.path, params)}`;
    sent.push({ name, body, headers });
    const known = server[name];
    if (!known) throw new Error(`The test's server does not know ${name}`);
    const reply = await known({ body });
    if (reply instanceof FirstPage) {
      const headers = new Headers({ 'X-Next-Cursor': 'next' });
      if (reply.counts !== null) headers.set('X-List-Counts', JSON.stringify(reply.counts));
      return { reply: reply.entries, headers };
    }
    return { reply, headers: new Headers() };
  };
  for (const client of [api, publicClient]) vi.spyOn(client, 'callFully').mockImplementation(answer as never);
  return sent;
}

/** The person's current address. */
export const address = () => window.location.pathname + window.location.search;

/** The open dialog. By selector: computing accessible names from all styles takes jsdom long. */
export function inDialog() {
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]');
  const last = dialogs[dialogs.length - 1];
  if (!last) throw new Error('Expected a dialog');
  return within(last);
}

/** The same, once it is open: some open in the next tick. */
export const openedDialog = () => waitFor(inDialog);

export const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

const at = { createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z' };
const unused = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] };

export const testProject = (fields: Partial<Project> = {}): Project => ({
  ...{ id: 'engine', userId: 'ada', name: 'Analytical engine', description: null, status: 'active' },
  ...{
    agent: null,
    model: null,
    autoCreateContainers: false,
    baseBranch: null,
    folder: null,
    setupCommand: null,
    instructions: null,
  },
  ...{ variables: [], taskCount: 0, pendingApprovalCount: 0, repositoryCount: 0, ...at },
  ...fields,
});

export const testRepository = (fields: Partial<Repository> = {}): Repository => ({
  ...{ id: 'hello', projectId: null, owner: 'acme', name: 'hello-world', url: 'https://github.com/acme/hello-world' },
  ...{ description: null, isPrivate: false, hasToken: false, lastUpdated: null, createdAt: at.createdAt },
  ...fields,
});

export const testTask = (fields: Partial<Task> = {}): Task => ({
  ...{ id: 'weave', projectId: 'engine', parentId: null, title: 'Weave', description: null, status: 'pending' },
  ...{
    priority: 1,
    containerId: null,
    keptByHand: false,
    isStopping: false,
    canStop: false,
    branch: null,
    commit: null,
    pullRequestUrl: null,
    ...at,
  },
  ...{ completedAt: null, notice: null, usage: unused, budget: null, limits: null, model: null },
  project: { id: 'engine', name: 'Analytical engine' },
  ...fields,
});

export const testContainer = (fields: Partial<Container> = {}): Container => ({
  ...{ id: 'workshop', projectId: 'engine', name: 'Workshop', imageTag: 'latest', status: 'running' },
  ...{ desired: 'running', message: null, wait: null, createdAt: at.createdAt, startedAt: at.createdAt },
  ...{ completedAt: null, exitCode: null, runs: 1, ranSeconds: 0, usage: unused },
  ...fields,
});
