import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

class FakeWorker extends EventTarget {
  state = 'installed';
  readonly told: unknown[] = [];
  postMessage(message: unknown): void {
    this.told.push(message);
  }
}
class FakeRegistration extends EventTarget {
  active = new FakeWorker();
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  unregister = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  update = vi.fn<() => Promise<void>>().mockResolvedValue();
  pushManager = { getSubscription: vi.fn<() => Promise<object | null>>().mockResolvedValue(null) };
}

let registration: FakeRegistration;
let container: EventTarget & { controller: object | null; register: () => Promise<FakeRegistration> };
const reload = vi.fn<() => void>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  registration = new FakeRegistration();
  const register = () => Promise.resolve(registration);
  container = Object.assign(new EventTarget(), { controller: registration.active, register });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
});
afterEach(() => {
  stop();
  reload.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Registers while a new version waits; returns the offers made. */
async function openWithWaiting() {
  const waiting = new FakeWorker();
  registration.waiting = waiting;
  const offers: (() => void)[] = [];
  let callOff = () => {};
  stop = await registerWorker((update, call) => {
    offers.push(update);
    callOff = call;
  });
  return { offers, waiting, callOff: () => callOff() };
}

function change(): void {
  container.controller = registration.waiting;
  registration.waiting = null;
  container.dispatchEvent(new Event('controllerchange'));
}

it('switches to a version that waits when it is agreed to, with one reload', async () => {
  const { offers, waiting } = await openWithWaiting();
  expect(offers).toHaveLength(1);
  offers[0]?.();
  expect(waiting.told).toEqual([{ type: 'SKIP_WAITING' }]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reload).not.toHaveBeenCalled();
  change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(registration.unregister).not.toHaveBeenCalled();
});

it('takes the page from the server where the old worker is kept busy', async () => {
  const { offers } = await openWithWaiting();
  offers[0]?.();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('keeps the old version while the server does not answer, and asks it again', async () => {
  const { offers } = await openWithWaiting();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  offers[0]?.();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(registration.unregister).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits for the switch where giving the worker up would end the notifications of this browser', async () => {
  const { offers } = await openWithWaiting();
  registration.pushManager.getSubscription.mockResolvedValue({ endpoint: 'https://push.example.com/1' });
  offers[0]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registration.unregister).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  registration.pushManager.getSubscription.mockRejectedValue(new Error('Nobody knows'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registration.unregister, 'where it cannot be known').not.toHaveBeenCalled();
  change();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads nothing that nobody agreed to: what another tab has switched to is offered', async () => {
  const { offers } = await openWithWaiting();
  change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  expect(offers).toHaveLength(2);
  offers[1]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads nothing once it was called off: the switch, whenever it comes, is offered again', async () => {
  const { offers, callOff } = await openWithWaiting();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  offers[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  callOff();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
  await vi.advanceTimersByTimeAsync(60_000);
  change();
  expect(registration.unregister).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  expect(offers).toHaveLength(2);
  offers[1]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('asks nothing about a version that waits where the page came from the server', async () => {
  container.controller = null;
  const { offers } = await openWithWaiting();
  change();
  expect(offers).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

it('offers a version once it is installed, not the first worker of all', async () => {
  const offers: unknown[] = [];
  stop = await registerWorker((update) => offers.push(update));
  const installing = new FakeWorker();
  registration.installing = installing;
  registration.dispatchEvent(new Event('updatefound'));
  installing.dispatchEvent(new Event('statechange'));
  expect(offers).toHaveLength(1);
  registration.active = null as never;
  installing.dispatchEvent(new Event('statechange'));
  expect(offers).toHaveLength(1);
});

it('looks for a new version at once, and again while the pages may still be on their way, when the server tells another one', async () => {
  // Versions reported in an earlier test would still be known, as they are while a page is open.
  vi.resetModules();
  const [{ registerWorker }, { noteServerVersion }] = await Promise.all([
    import('./register-worker.ts'),
    import('../../lib/server/server-version.ts'),
  ]);
  vi.stubGlobal('document', { querySelector: () => ({ content: '1.0.0+a' }) });
  stop = await registerWorker(() => undefined);
  noteServerVersion('1.0.0+a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registration.update).not.toHaveBeenCalled();
  noteServerVersion('1.0.0+b');
  await vi.advanceTimersByTimeAsync(0);
  expect(registration.update).toHaveBeenCalledTimes(1);
  noteServerVersion('1.0.0+b');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
});
