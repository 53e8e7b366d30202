import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAgentApp } from '../app.ts';
import { useApi } from '../testing/api.ts';
import { rateWindows } from '../store/firestore.ts';
import { callRaw } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { serve } from '../testing/serve.ts';

const LIMIT = 5;
useTestEnvironment({ RATE_LIMIT_ADDRESS: String(LIMIT) });
const api = useApi();
// An allowance is per minute: here no minute ends during a test.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/** The statuses of concurrent calls with these X-Forwarded-For values. */
async function call(url: string, addresses: string[]): Promise<number[]> {
  const replies = await Promise.all(
    addresses.map((address) => callRaw(url, { method: 'GET', path: '/x', headers: { 'X-Forwarded-For': address } })),
  );
  return replies.map(({ status }) => status);
}
const times = (count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => addressOf(i));
const passed = (statuses: number[]) => statuses.filter((status) => status !== 429).length;
const EDGE = '151.101.1.1';

test('through Hosting, a person uses up only their own allowance, whatever they forged before', async () => {
  const one = await call(
    api.url(),
    times(LIMIT * 4, (i) => `10.9.9.${i}, 198.51.100.1, ${EDGE}`),
  );
  expect(passed(one)).toBe(LIMIT);
  expect(await call(api.url(), [`198.51.100.2, ${EDGE}`])).toEqual([404]);
});

test('many addresses in one /64 count as one', async () => {
  const one = await call(
    api.url(),
    times(LIMIT * 4, (i) => `2001:db8:1:2::${i + 1}, ${EDGE}`),
  );
  expect(passed(one)).toBe(LIMIT);
  expect(await call(api.url(), [`2001:db8:1:3::1, ${EDGE}`])).toEqual([404]);
});

test('at the function’s own address, forging an address locks nobody out', async () => {
  await call(
    api.url(),
    times(LIMIT * 4, () => '198.51.100.3, 203.0.113.1'),
  );
  expect(await call(api.url(), [`198.51.100.3, ${EDGE}`])).toEqual([404]);
});

test('at the function’s own address, forging addresses is limited', async () => {
  const most = LIMIT * 20;
  const invented = await call(
    api.url(),
    times(most + LIMIT * 4, (i) => `10.8.${i % 250}.${i}, 203.0.113.2`),
  );
  expect(passed(invented)).toBe(most);
});

test('forging costs next to nothing from the first call on: an invented address is not written down', async () => {
  const before = (await rateWindows().get()).size;
  const invented = await call(
    api.url(),
    times(LIMIT * 20, (i) => `10.3.${i % 250}.${i}, 203.0.113.6`),
  );
  expect(passed(invented)).toBe(LIMIT * 20);
  // That of the address which all of them came from.
  expect((await rateWindows().get()).size - before).toBe(1);
});

test('forging beyond that costs no write and no read', async () => {
  const most = LIMIT * 20;
  const invent = (count: number, part: number) =>
    call(
      api.url(),
      times(count, (i) => `10.${part}.${i % 250}.${i}, 203.0.113.5`),
    );
  await invent(most + LIMIT * 4, 1);
  // Each reservation, a write and a read, is in one of these documents.
  const reserved = async () => (await rateWindows().get()).docs.map((window) => window.data());
  const before = await reserved();
  expect(passed(await invent(LIMIT * 4, 2))).toBe(0);
  expect(await reserved()).toEqual(before);
});

test('through Hosting, calls refused to one person use up nothing of what everybody there shares', async () => {
  const shared = '151.101.2.2';
  const one = await call(
    api.url(),
    times(LIMIT * 25, () => `198.51.100.7, ${shared}`),
  );
  expect(passed(one)).toBe(LIMIT);
  expect(await call(api.url(), [`198.51.100.8, ${shared}`])).toEqual([404]);
});

test('calls of containers are limited by the last address alone', async () => {
  const agentApi = await serve(createAgentApp());
  const one = await call(
    agentApi.url,
    times(LIMIT * 4, (i) => `10.7.7.${i}, 203.0.113.3`),
  );
  expect(passed(one)).toBe(LIMIT);
  expect(await call(agentApi.url, ['10.7.7.1, 203.0.113.4'])).toEqual([404]);
  await agentApi.close();
});
