import { ApiError, type Device, routes } from '@countersign/contract';
import { webcrypto } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { ownDevice, rememberOwnDevice } from '../../lib/notifications/own-device.ts';
import { deviceIdOf } from '../../lib/notifications/push-subscription.ts';
import { keepNotified } from './keep-notified.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const KEY = 'QUJD';
const offer = () => localStorage.getItem('countersign.notifications');
const settings = { details: true, role: 'backup', quietHours: null } as const;
const deviceOf = (id: string): Device => ({
  ...{ id, kind: 'browser', label: 'Phone', host: 'push.example', lastOutcome: null, ...settings },
  createdAt: '2026-11-01T10:00:00.000Z',
});

/** A browser with this subscription, and a server that knows these devices. */
async function open({
  endpoint = null as string | null,
  devices = [] as string[],
  permission = 'granted',
  canSubscribe = true,
  newId = 'new',
  failing = [] as unknown[],
}) {
  vi.stubGlobal('crypto', webcrypto);
  const unsubscribe = vi.fn(async () => true);
  const subscriptionAt = (at: string) => ({
    ...{ endpoint: at, unsubscribe, options: { applicationServerKey: new TextEncoder().encode('ABC').buffer } },
    toJSON: () => ({ endpoint: at, keys: { p256dh: 'p', auth: 'a' } }),
  });
  const pushManager = {
    getSubscription: async () => endpoint && subscriptionAt(endpoint),
    async subscribe() {
      if (!canSubscribe) throw new Error('The push service is out of reach');
      return subscriptionAt('https://push.example/new');
    },
  };
  vi.stubGlobal('PushManager', class {});
  const requestPermission = vi.fn(async () => permission);
  vi.stubGlobal('Notification', { permission, requestPermission });
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    userAgent: '',
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  const asked: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (route: { method: string; path: string }, input: object) => {
    if (route === routes.listDevices) return devices.map(deviceOf);
    if (failing.includes(route)) throw new ApiError(503, '', null);
    asked.push([route.method, input]);
    return deviceOf(newId);
  }) as never);
  return { asked, unsubscribe, requestPermission };
}
const idOf = (endpoint: string) => deviceIdOf({ endpoint } as PushSubscription);
const keep = (key = KEY) => keepNotified('ada', async () => key);

it('asks nobody where notifications were never on', async () => {
  await open({});
  await keep();
  expect(api.call).not.toHaveBeenCalled();
});

it('remembers that they are on here, and takes back that they had stopped', async () => {
  const endpoint = 'https://push.example/x';
  const id = await idOf(endpoint);
  const { unsubscribe } = await open({ endpoint, devices: [id] });
  localStorage.setItem('countersign.notifications', 'stopped');
  await keep();
  expect([ownDevice('ada'), offer()]).toEqual([id, 'answered']);
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('makes one anew whose key the server has replaced', async () => {
  const endpoint = 'https://push.example/x';
  const { asked, unsubscribe } = await open({ endpoint, devices: [await idOf(endpoint)] });
  await keep('REVG');
  expect(unsubscribe).toHaveBeenCalled();
  const any: unknown = expect.anything();
  const former = { params: { id: await idOf(endpoint) } };
  expect(asked).toEqual([
    ['POST', any],
    ['PATCH', any],
    ['DELETE', former],
  ]);
  expect(ownDevice('ada')).toBe('new');
});

it('removes nothing where the browser gives the same subscription again', async () => {
  const endpoint = 'https://push.example/x';
  const id = await idOf(endpoint);
  const { asked } = await open({ endpoint, devices: [id], newId: id });
  await keep('REVG');
  expect(asked).toEqual([['POST', expect.anything()]]);
  expect(ownDevice('ada')).toBe(id);
});

it('ends a subscription that a former user of this browser has left', async () => {
  const { asked, unsubscribe } = await open({ endpoint: 'https://push.example/bobs', devices: ['another'] });
  rememberOwnDevice('bob', 'bobs');
  await keep();
  expect(unsubscribe).toHaveBeenCalled();
  expect([asked, offer()]).toEqual([[], 'due']);
});

it('leaves everything as it is where the server cannot be asked', async () => {
  const { unsubscribe } = await open({ endpoint: 'https://push.example/x' });
  vi.mocked(api.call).mockRejectedValue(new ApiError(503, '', null));
  await expect(keep()).rejects.toThrow();
  expect(unsubscribe).not.toHaveBeenCalled();
});

it.each([null, 'https://push.example/rotated'])(
  'makes a lost subscription anew, with what was set for it: %s is there by now',
  async (endpoint) => {
    const { asked } = await open({ endpoint, devices: ['former'] });
    rememberOwnDevice('ada', 'former');
    await keep();
    const label = expect.any(String) as string;
    const made = endpoint ?? 'https://push.example/new';
    const body = { label, endpoint: made, keys: { p256dh: 'p', auth: 'a' }, vapidKey: KEY };
    expect(asked).toEqual([
      ['POST', { body }],
      ['PATCH', { params: { id: 'new' }, body: settings }],
      ['DELETE', { params: { id: 'former' } }],
    ]);
    expect([ownDevice('ada'), offer()]).toEqual(['new', null]);
  },
);

it('gives a new one its settings at the next start where that failed, and then leaves them alone', async () => {
  const next = 'https://push.example/new';
  const id = await idOf(next);
  const patch = ['PATCH', { params: { id }, body: settings }];
  rememberOwnDevice('ada', 'former');
  const first = await open({ devices: ['former'], newId: id, failing: [routes.patchDevice] });
  await expect(keep()).rejects.toThrow();
  expect(first.asked).toHaveLength(1);
  const second = await open({ endpoint: next, devices: ['former', id], newId: id, failing: [routes.deleteDevice] });
  await expect(keep()).rejects.toThrow();
  expect(second.asked).toEqual([patch]);
  const third = await open({ endpoint: next, devices: ['former', id], newId: id });
  await keep();
  expect([third.asked, ownDevice('ada')], 'what was set since then stays').toEqual([[], id]);
});

it('says that they have stopped where that cannot be, and asks for no permission by itself', async () => {
  for (const how of [{ canSubscribe: false }, { permission: 'default' }]) {
    const { asked, requestPermission } = await open({ devices: ['former'], ...how });
    rememberOwnDevice('ada', 'former');
    await keep();
    expect([asked, offer()]).toEqual([[], 'stopped']);
    if (how.permission) expect(requestPermission).not.toHaveBeenCalled();
    localStorage.clear();
  }
});

it('says so where the person has blocked them since, and asks nobody', async () => {
  await open({ devices: ['former'], permission: 'denied' });
  await keep();
  expect(offer(), 'never turned on here').toBeNull();
  rememberOwnDevice('ada', 'former');
  await keep();
  expect([ownDevice('ada'), offer()]).toEqual(['former', 'stopped']);
  expect(api.call).not.toHaveBeenCalled();
});

it('says so where the server knows this browser no more, and does not bring back what may have been removed elsewhere', async () => {
  const endpoint = 'https://push.example/x';
  const { asked, unsubscribe } = await open({ endpoint, devices: ['another'] });
  rememberOwnDevice('ada', await idOf(endpoint));
  await keep();
  expect(unsubscribe).toHaveBeenCalled();
  expect([asked, ownDevice('ada'), offer()]).toEqual([[], null, 'stopped']);
});
