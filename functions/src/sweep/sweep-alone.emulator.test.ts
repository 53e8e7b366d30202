import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { sweepLocks } from '../store/firestore.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { sweepAlone } from './sweep-alone.ts';

useTestEnvironment();

/** A sweep that runs until it is told to end. */
function newWork() {
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async () => {
    begin();
    await ended;
  };
  return { work, begun, end };
}

test('a sweep is skipped while another one runs, and one that waits comes after it', async () => {
  const first = newWork();
  const steps: string[] = [];
  const running = sweepAlone({ work: first.work }).then(() => steps.push('first'));
  await first.begun;
  const left = await sweepAlone({ work: async () => void steps.push('beside') });
  const waiting = sweepAlone({ waitMs: 20_000, work: async () => void steps.push('second') });
  first.end();
  await Promise.all([running, waiting]);
  expect(left).toBe(false);
  expect(steps).toEqual(['first', 'second']);
  expect((await sweepLocks().get()).size).toBe(0);
});

test('a failed or interrupted sweep frees the lock', async () => {
  const broken = sweepAlone({ work: () => Promise.reject(new Error('It is broken')) });
  await expect(broken).rejects.toThrow('It is broken');
  expect(await sweepAlone({ work: async () => undefined })).toBe(true);
  const cutOff = { id: 'sweep', holder: 'nobody', until: Timestamp.fromMillis(Date.now() - 1), restore: null };
  await sweepLocks().doc('sweep').set(cutOff);
  expect(await sweepAlone({ work: async () => undefined })).toBe(true);
});
