import type { CallInput, Client, Route } from '@countersign/contract';
import { api } from '../api.ts';
import { currentUserId } from '../auth/admission.ts';

type Reply = Awaited<ReturnType<Client['callFully']>>;
interface EarlyCall {
  uid: string;
  madeAt: number;
  reply: Promise<Reply>;
}
/** What a call says beside its route: it has no body. */
interface Input {
  params?: Record<string, string>;
  query?: object;
  headers?: Record<string, string>;
}

/** Later, what was asked for is asked for again, instead of being shown as new. */
const LASTS_MS = 5_000;

const calls = new Map<string, EarlyCall>();
let hasPage = false;

/**
 * Makes a call for the user `uid` that a page will make, so that it is answered while the page's code is still on its way;
 * nothing once a page has begun to make its own.
 */
export function callEarly(client: Client, uid: string, route: Route, input: Input): void {
  if (hasPage) return;
  const reply = client.callFully(route, input as CallInput<Route>);
  // The page may never ask for it.
  reply.catch(() => undefined);
  calls.set(nameOf(route, input), { uid, madeAt: Date.now(), reply });
}

/** Whether such a call of the signed-in user is under way, or answered. */
export const isCalledEarly = (route: Route, input: Input) => find(nameOf(route, input)) !== undefined;

/**
 * The API as pages ask it first: a call is answered once by the same one made early, if there is one. One that failed at
 * once is made again; one that was waited for has failed.
 */
export const pageApi: Client = {
  async call(route, ...input) {
    return (await pageApi.callFully(route, ...input)).reply;
  },
  async callFully(route, ...input) {
    hasPage = true;
    const name = nameOf(route, (input[0] ?? {}) as Input);
    const early = find(name);
    calls.delete(name);
    try {
      if (early) return (await early.reply) as Awaited<ReturnType<typeof api.callFully<typeof route>>>;
    } catch (error) {
      if (!isFresh(early)) throw error;
    }
    return api.callFully(route, ...input);
  },
};

/** Something has changed: what was asked before may be out of date. */
export function forgetEarly(): void {
  calls.clear();
}

function find(name: string): EarlyCall | undefined {
  const found = calls.get(name);
  return isFresh(found) && found?.uid === currentUserId() ? found : undefined;
}

const isFresh = (call?: EarlyCall) => call !== undefined && Date.now() - call.madeAt < LASTS_MS;

const nameOf = (route: Route, { params = {}, query = {}, headers = {} }: Input) =>
  JSON.stringify([route.path, params, query, headers]);
