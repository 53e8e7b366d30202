import { routes } from '@countersign/contract';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../api.ts';
import { endSubscription, forgetDevice } from './forget-device.ts';

beforeEach(() => localStorage.setItem('countersign.notifications', 'answered'));
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('has the server forget this browser, and keeps nobody signed in where the browser never answers', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('crypto', webcrypto);
  const unsubscribe = vi.fn(() => new Promise<boolean>(() => {}));
  const pushManager = { getSubscription: async () => ({ endpoint: 'https://push.example/x', unsubscribe }) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  const call = vi.spyOn(api, 'call').mockResolvedValue(undefined as never);
  const forgotten = expect(forgetDevice()).rejects.toThrow('did not answer');
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled(), 10_000);
  const id = '6f531242b783a6b72ce859dfa971f07a'; // the beginning of the SHA-256 of its endpoint, as the server names it
  expect(call).toHaveBeenCalledWith(routes.deleteDevice, { params: { id } });
  expect(localStorage.getItem('countersign.notifications'), 'while it waits').toBe('answered');
  await vi.advanceTimersByTimeAsync(3_000);
  await forgotten;
  expect(localStorage.getItem('countersign.notifications'), 'offered to whoever signs in next').toBe('due');
});

it.each([forgetDevice, endSubscription])('closes what is shown, also without a subscription: %s', async (end) => {
  const shown = ['/approvals/weave', '/tasks/knit'].map((tag) => ({ tag, close: vi.fn() }));
  const pushManager = { getSubscription: async () => null };
  const registration = { pushManager, getNotifications: async () => shown };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  await end();
  for (const { close } of shown) expect(close).toHaveBeenCalled();
});

it('asks nobody where this browser is not subscribed', async () => {
  vi.stubGlobal('navigator', {});
  const call = vi.spyOn(api, 'call');
  await forgetDevice();
  expect(call).not.toHaveBeenCalled();
});
