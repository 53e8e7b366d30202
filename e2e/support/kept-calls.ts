import type { BrowserContext, Request } from 'playwright-core';

/** As many of the latest lines are kept. */
const LINES = 400;
const kept = new WeakMap<BrowserContext, string[]>();

/**
 * Keeps what the pages of a context ask the API from now on, and how it answers: a picture of a failed test shows what
 * a page says, not who told it so. What was kept before is dropped.
 */
export function keepCalls(context: BrowserContext): void {
  const isNew = !kept.has(context);
  kept.set(context, []);
  if (!isNew) return;
  const note = (request: Request, text: string) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const lines = kept.get(context) ?? [];
    lines.push(`${new Date().toISOString()} ${request.method()} ${pathname}${search} ${text}`);
    if (lines.length > LINES) lines.shift();
  };
  context.on('request', (request) => note(request, 'sent'));
  context.on('requestfailed', (request) => note(request, `failed: ${request.failure()?.errorText}`));
  context.on('response', (response) => note(response.request(), `answered: ${response.status()}`));
  // Chromium sometimes never reports the end of an answer: what it was is noted above.
  context.on('requestfinished', (request) => {
    void request.sizes().then(
      ({ responseBodySize }) => note(request, `ended: ${responseBodySize} bytes`),
      () => note(request, 'ended'),
    );
  });
}

/** What was kept of a context's calls, a line for each event. */
export const keptCalls = (context: BrowserContext): readonly string[] => kept.get(context) ?? [];
