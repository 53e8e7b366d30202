import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { unlessAborted } from './lifetime.ts';

it('what is no longer awaited, as it was given up before, may fail without anybody hearing of it', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  let fail: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((_resolve, reject) => (fail = reject));
  await expect(unlessAborted(promise, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  fail(new Error('late'));
  await setImmediate();
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
