import { ApiError, routes } from '@countersign/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admissionEra, admit, beginAdmission, currentAdmission } from './auth/admission.ts';
import { api, askForAdmission, detailOf, isNotFound, messageOf, NoTokenError } from './api.ts';
import * as auth from './auth/auth.ts';
import { deferred } from './timing/deferred.ts';
import * as lists from './last-seen/list-store.ts';

const stats = { totalProjects: 1, pendingApprovals: 0, completedTasks: 0, runningTasks: 0 };
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  // The identity provider is replaced: this tests how its replies are used.
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

  it('says that the provider could not be reached where a 401 is due to that, and asks it nothing', async () => {
    vi.mocked(auth.idToken).mockImplementation(async (onUnreachable) => {
      onUnreachable?.();
      return null;
    });
    fetched.mockImplementation(async () => answer(401, { message: 'Sign in to continue', code: 'unauthorized' }));
    const error: unknown = await api.call(routes.getDashboardStats).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoTokenError);
    expect(detailOf(error)).toBe('The sign-in service could not be reached. Check your connection.');
    await expect(askForAdmission()).rejects.toBeInstanceOf(NoTokenError);
    expect(auth.recheckUser).not.toHaveBeenCalled();
  });

  it('is not sent where its token came only after the page had been frozen', async () => {
    vi.mocked(auth.idToken).mockImplementation(async () => {
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
      return 'token';
    });
    await expect(api.call(routes.getDashboardStats)).rejects.toBeInstanceOf(NoTokenError);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(['{"totalProjects":"many"}', '<html>'])(
    'says so of a reply that it does not understand: %s',
    async (body) => {
      vi.spyOn(console, 'error').mockReturnValue();
      fetched.mockImplementation(async () => new Response(body, { status: 200 }));
      const error: unknown = await api.call(routes.getDashboardStats).catch((reason: unknown) => reason);
      expect(messageOf(error)).toBe('The server answered in a way this page does not understand. Reload it.');
      expect(console.error).toHaveBeenCalledWith('A reply was not understood', error);
    },
  );

  it('asks the provider again after a 401', async () => {
    fetched.mockResolvedValue(answer(401, { message: 'Sign in', code: 'unauthorized' }));
    await expect(api.call(routes.getDashboardStats)).rejects.toThrow(/^401: /);
    expect(auth.recheckUser).toHaveBeenCalledTimes(1);
  });
});

it.each(['a call', 'the question whether they are admitted'])(
  'signs out whose account was deleted, and gets no answer that a page would show: %s',
  async (what) => {
    vi.spyOn(auth, 'leaveDeletedAccount').mockResolvedValue();
    beginAdmission('ada');
    const gone = { message: 'This account was deleted', code: 'unauthorized', isDeleted: true };
    fetched.mockImplementation(async () => answer(401, gone));
    const failed = vi.fn<() => void>();
    void (what === 'a call' ? api.call(routes.getDashboardStats) : askForAdmission()).catch(failed);
    await vi.waitFor(() => expect(auth.leaveDeletedAccount).toHaveBeenCalledTimes(1), 10_000);
    // It answers a call of somebody who was signed in before.
    const late = api.call(routes.getDashboardStats);
    beginAdmission('ben');
    await expect(late).rejects.toThrow('401: ');
    expect(auth.leaveDeletedAccount).toHaveBeenCalledTimes(1);
    expect(failed).not.toHaveBeenCalled();
    beginAdmission(null);
  },
);

describe('for somebody who is not admitted', () => {
  const message = 'This Countersign is by invitation only. Ask its owner to add ada@example.com.';
  const refusal = () => answer(403, { message, code: 'not_admitted' });

  beforeEach(() => {
    vi.spyOn(lists, 'forgetLists').mockResolvedValue();
    localStorage.clear();
    beginAdmission('ada');
  });
  afterEach(() => {
    beginAdmission(null);
    localStorage.clear();
  });

  it('a call gets no answer, so that no error or toast follows the page that says so', async () => {
    fetched.mockResolvedValue(refusal());
    const settled = vi.fn<() => void>();
    void api.call(routes.getDashboardStats).then(settled, settled);
    await vi.waitFor(() => expect(currentAdmission()).toEqual({ status: 'refused', message }), 10_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(settled).not.toHaveBeenCalled();
  });

  it('any other refusal is an answer', async () => {
    fetched.mockResolvedValue(answer(403, { message: 'No', code: 'something_else' }));
    await expect(api.call(routes.getDashboardStats)).rejects.toThrow(/^403: /);
    fetched.mockResolvedValue(new Response('<h1>Forbidden</h1>', { status: 403 }));
    await expect(api.call(routes.getDashboardStats)).rejects.toThrow(/^403: /);
    expect(currentAdmission()).toEqual({ status: 'unknown' });
  });

  it('a call from before the admission fails like any other', async () => {
    const reply = deferred<Response>();
    fetched.mockReturnValue(reply.promise);
    const call = api.call(routes.getDashboardStats);
    admit(admissionEra());
    reply.resolve(refusal());
    await expect(call).rejects.toMatchObject({ status: 403 });
    expect(currentAdmission()).toEqual({ status: 'admitted' });
  });

  it('the account can be deleted', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(api.call(routes.deleteAccount)).resolves.toBeUndefined();
    expect(currentAdmission(), 'that says nothing about anything else').toEqual({ status: 'unknown' });
  });

  it('asking tells yes or no; what is neither is thrown and changes nothing', async () => {
    fetched.mockResolvedValue(answer(503, { message: 'Try again', code: 'unavailable' }));
    await expect(askForAdmission()).rejects.toMatchObject({ status: 503 });
    expect(currentAdmission()).toEqual({ status: 'unknown' });
    fetched.mockResolvedValue(refusal());
    await askForAdmission();
    expect(currentAdmission()).toEqual({ status: 'refused', message });
    fetched.mockResolvedValue(answer(200, stats));
    await askForAdmission();
    expect(currentAdmission()).toEqual({ status: 'admitted' });
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
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2), 10_000);
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
    expect(messageOf(null), 'where a browser says nothing').toBe('The browser could not send the request. Try again.');
  });

  it('of 404 is told apart', () => {
    expect(isNotFound(new ApiError(404, '', null))).toBe(true);
    expect(isNotFound(unauthorized)).toBe(false);
  });
});
