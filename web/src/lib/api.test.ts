// @vitest-environment jsdom
import { ApiError, routes } from '@countersign/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, isNotFound, messageOf } from './api.ts';
import * as auth from './auth.ts';

const stats = { totalProjects: 1, pendingApprovals: 0, completedTasks: 0, runningTasks: 0 };
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  // The identity provider stands behind a network; what is tested here is what becomes of its answers.
  vi.spyOn(auth, 'idToken').mockResolvedValue('token');
  vi.spyOn(auth, 'recheckUser').mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a call', () => {
  it('carries the ID token and credentials', async () => {
    fetched.mockResolvedValue(answer(200, stats));
    await expect(api.call(routes.getDashboardStats)).resolves.toEqual(stats);
    expect(fetched).toHaveBeenCalledWith(
      '/api/dashboard/stats',
      expect.objectContaining({ credentials: 'include', headers: { Authorization: 'Bearer token' } }),
    );
  });

  it('goes without a token when there is none', async () => {
    vi.mocked(auth.idToken).mockResolvedValue(null);
    fetched.mockResolvedValue(answer(200, stats));
    await api.call(routes.getDashboardStats);
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({});
  });

  it('fails with "{status}: {text}" after one try', async () => {
    fetched.mockImplementation(async () => new Response('down', { status: 503 }));
    await expect(api.call(routes.getDashboardStats)).rejects.toThrow('503: down');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('asks the provider again after a 401', async () => {
    fetched.mockResolvedValue(answer(401, { message: 'Sign in', code: 'unauthorized' }));
    await expect(api.call(routes.getDashboardStats)).rejects.toThrow(/^401: /);
    expect(auth.recheckUser).toHaveBeenCalledTimes(1);
  });
});

describe('a call that nobody answers', () => {
  it('ends in time, and is told apart from one that was given up', async () => {
    const [late, givenUp] = [new AbortController(), new AbortController()];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(60_000);
      return late.signal;
    });
    fetched.mockImplementation(
      (_input, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const calls = [api.call(routes.getDashboardStats), api.call(routes.getDashboardStats, { signal: givenUp.signal })];
    const failed = Promise.allSettled(calls);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    givenUp.abort(new Error('Not needed any more'));
    late.abort(new DOMException('signal timed out', 'TimeoutError'));
    const [first, second] = await failed;
    expect(messageOf(first?.status === 'rejected' && first.reason)).toBe(
      'The server did not answer in time. Check your connection.',
    );
    expect(second).toMatchObject({ reason: { message: 'Not needed any more' } });
  });
});

describe('a failure', () => {
  const unauthorized = new ApiError(401, 'no', null);
  it('has words for a person', () => {
    expect(messageOf(new ApiError(404, '{}', { message: 'This project was not found', code: 'not_found' }))).toBe(
      'This project was not found',
    );
    expect(messageOf(new TypeError('Failed to fetch'))).toContain('could not be reached');
  });

  it('of 404 is told apart', () => {
    expect(isNotFound(new ApiError(404, '', null))).toBe(true);
    expect(isNotFound(unauthorized)).toBe(false);
  });
});
