import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { setLogWriter } from './log.ts';
import { afterwards, TimeUp, within } from './within.ts';

const logged: string[] = [];
setLogWriter((line) => logged.push(line));
afterEach(() => void logged.splice(0));

const never = new Promise<never>(() => undefined);

test('an answer in time is returned, and a failure is thrown', async () => {
  expect(await within(1_000, Promise.resolve('done'))).toBe('done');
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that takes too long is not awaited, and may fail unnoticed', async () => {
  await expect(within(5, never)).rejects.toThrow(TimeUp);
  const late = delay(300).then(() => Promise.reject(new Error('too late')));
  await expect(within(5, late)).rejects.toThrow(TimeUp);
  await expect(late).rejects.toThrow('too late');
});

test('what follows a committed change neither fails the reply nor delays it for long', async () => {
  await afterwards('Telling', 1_000, Promise.resolve());
  expect(logged).toEqual([]);
  await afterwards('Telling', 5, never);
  await afterwards('Telling', 1_000, Promise.reject(new Error('no')));
  expect(logged.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    'Telling: left to the sweeper',
    'Telling: left to the sweeper',
  ]);
});
