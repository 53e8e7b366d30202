import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { refusal } from '../testing/agents.ts';
import { useApi, type SignedUp } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const api = useApi();

const minuteOf = (milliseconds: number) => Math.floor(milliseconds / 60_000);
/** Adds a webhook whose host does not exist: it is refused once its name was looked up. */
const add = ({ client }: SignedUp) =>
  refusal(client.call(routes.postWebhook, { body: { label: 'Hook', url: 'https://hook.invalid/' } }));

test('how many hosts are looked up for one user in a minute is limited, and nobody else is held up', async () => {
  const [user, other] = [await api.newUser(), await api.newUser()];
  const began = Date.now();
  const refusals = await Promise.all(Array.from({ length: 45 }, () => add(user)));
  const minutes = minuteOf(Date.now()) - minuteOf(began) + 1;
  const checked = refusals.filter(({ code }) => code === 'invalid');
  expect(checked.length).toBeGreaterThanOrEqual(20);
  expect(checked.length).toBeLessThanOrEqual(20 * minutes);
  const others = refusals.filter(({ code }) => code !== 'invalid');
  for (const one of others) expect(one).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await add(other)).toMatchObject({ status: 400, code: 'invalid' });
});
