import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** What the page hears: here no page ends, so that the listeners of one would hear what is meant for the next. */
let heard: Partial<Record<string, () => void>> = {};
const visibility = () => vi.spyOn(document, 'visibilityState', 'get');

beforeEach(() => {
  sessionStorage.clear();
  for (const target of [window, document])
    vi.spyOn(target, 'addEventListener').mockImplementation((name: string, listener: unknown) => {
      heard[name] = listener as () => void;
    });
  become('visible');
});
afterEach(() => vi.restoreAllMocks());

/** The name of the tab in a page that begins with what the tab's session storage has now. */
async function begin(): Promise<string> {
  heard = {};
  vi.resetModules();
  const { tabId } = await import('./tab-id.ts');
  expect(tabId()).toBe(tabId());
  return tabId();
}

function become(state: DocumentVisibilityState): void {
  visibility().mockReturnValue(state);
  heard.visibilitychange?.();
}

it('is the same after a reload, and after the browser has thrown a page in the background away', async () => {
  const before = await begin();
  heard.pagehide?.();
  expect(await begin()).toBe(before);
  become('hidden');
  expect(await begin(), 'also begun in the background').toBe(before);
});

it('is another one in a duplicate, which begins with a copy of all that the tab keeps', async () => {
  const before = await begin();
  expect(await begin()).not.toBe(before);
});

it('is another one in a duplicate of a tab that was in the background before, or came back from the history', async () => {
  const before = await begin();
  become('hidden');
  become('visible');
  const other = await begin();
  expect(other).not.toBe(before);
  heard.pagehide?.();
  heard.pageshow?.();
  expect(await begin()).not.toBe(other);
});
