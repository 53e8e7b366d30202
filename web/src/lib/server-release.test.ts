import { expect, test, vi } from 'vitest';
import { noteRelease, onNewRelease } from './server-release.ts';

const replyOf = (release: string | null) =>
  new Response(null, release === null ? {} : { headers: { 'X-Countersign-Release': release } });

test('a reply of another release than the one before is told, and nothing else', () => {
  const told = vi.fn();
  const stop = onNewRelease(told);
  for (const release of ['a', 'a', null, 'a']) noteRelease(replyOf(release));
  expect(told).not.toHaveBeenCalled();
  noteRelease(replyOf('b'));
  expect(told).toHaveBeenCalledOnce();
  stop();
  noteRelease(replyOf('c'));
  expect(told).toHaveBeenCalledOnce();
});
