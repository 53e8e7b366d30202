import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

it('the offline worker tells open pages that the browser has changed its subscription', async () => {
  const listeners: Record<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void> = {};
  const page = { postMessage: vi.fn() };
  const self = {
    addEventListener: (name: string, listener: (typeof listeners)[string]) => (listeners[name] = listener),
    clients: { matchAll: async () => [page] },
  };
  runInNewContext(readFileSync(new URL('../../../public/push-worker.js', import.meta.url), 'utf8'), { self });
  const done: Promise<unknown>[] = [];
  listeners.pushsubscriptionchange?.({ waitUntil: (work) => void done.push(work) });
  await Promise.all(done);
  expect(page.postMessage).toHaveBeenCalledWith('subscription-changed');
});
