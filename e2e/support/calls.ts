import type { Page, Request } from 'playwright-core';

/** "METHOD /path" of every call to the product's API that the page makes from now on. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isApi(request)) calls.push(nameOf(request));
  });
  return calls;
}

/** The next call of this name, with its body. Ask before doing what makes it. */
export async function nextCall(page: Page, name: string): Promise<{ body: unknown; headers: Record<string, string> }> {
  const request = await page.waitForRequest((sent) => isApi(sent) && nameOf(sent) === name);
  return { body: request.postDataJSON() as unknown, headers: request.headers() };
}

/** Holds back the calls to a path until the returned function is called, as a slow network would. */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(onPath(path), async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/**
 * Makes the calls of this name fail as without a network; returns how to stop that. The live listener stays cut off: if
 * it reached the page, the page would recover before a test could look at its error.
 */
export async function breakCalls(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const matches = onPath(path);
  await cutLiveListener(page);
  await page.route(matches, (route) =>
    route.request().method() === method ? route.abort('connectionrefused') : route.fallback(),
  );
  return () => page.unroute(matches);
}

/**
 * From now on every call is answered as for somebody who is not on the access list; only the account can be deleted.
 * Returns how to stop that.
 */
export async function refuseCalls(page: Page, email: string): Promise<() => Promise<void>> {
  const matches = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/config';
  const message = `This Countersign is by invitation only. Ask its owner to add ${email}.`;
  await page.route(matches, (route) =>
    nameOf(route.request()) === 'DELETE /api/account'
      ? route.fallback()
      : route.fulfill({ status: 403, json: { code: 'not_admitted', message } }),
  );
  return () => page.unroute(matches);
}

/** Keeps the page from learning what happens elsewhere. */
export async function cutLiveListener(page: Page): Promise<void> {
  await page.route(/google\.firestore\.v1\.Firestore\/Listen/, (route) => route.abort('connectionrefused'));
}

const onPath = (path: string) => (url: URL) => url.pathname === path;
const isApi = (request: Request) => new URL(request.url()).pathname.startsWith('/api/');
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
