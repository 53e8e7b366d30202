import { ApiError, type Client, createClient, routes, UnexpectedReplyError } from '@countersign/contract';
import { admissionEra, admit, refuse } from './auth/admission.ts';
import { idToken, leaveDeletedAccount, recheckUser } from './auth/auth.ts';
import { fetchInTime, PATIENCE_MS } from './server/fetch-in-time.ts';

/** For people: the identity provider did not answer. */
export const SIGN_IN_UNREACHABLE = 'The sign-in service could not be reached. Check your connection.';

/** A call of a signed-in user was turned away, because no new token could be fetched for it: nothing has come of it. */
export class NoTokenError extends Error {
  override name = 'NoTokenError';
}

/** The client for one call. */
function newClient(): Client {
  let isUnreachable = false;
  const begun = Date.now();
  return createClient({
    headers: async (): Promise<Record<string, string>> => {
      const token = await idToken(() => (isUnreachable = true));
      return token === null ? {} : { Authorization: `Bearer ${token}` };
    },
    fetch: async (input, init) => {
      // The page was frozen while it waited for its token: what was meant then is not sent now.
      if (Date.now() - begun > PATIENCE_MS) throw new NoTokenError(SIGN_IN_UNREACHABLE);
      const response = await fetchInTime(input, init);
      if (response.status !== 401) return response;
      if (isUnreachable) throw new NoTokenError(SIGN_IN_UNREACHABLE);
      // Only the provider knows that a session was revoked.
      void recheckUser();
      return response;
    },
  });
}

/**
 * The client of our API for the signed-in user: ID token as bearer, credentials included, no retries. Rejects with
 * `ApiError` ("{status}: {text}"), with `NoTokenError`, or with what `fetch` throws if there is no network or no reply. A
 * call that is refused because the user is not admitted, or their account deleted, never settles: a page that says so
 * replaces everything that could wait for the reply, and no toast or error may follow it.
 */
export const api: Client = {
  async call(route, ...input) {
    return (await api.callFully(route, ...input)).reply;
  },
  async callFully(route, ...input) {
    const asked = admissionEra();
    try {
      return await newClient().callFully(route, ...input);
    } catch (error) {
      if (isUnreadable(error)) console.error('A reply was not understood', error);
      if (isNotAdmitted(error) && refuse(asked, messageOf(error))) return new Promise(() => undefined);
      if (isOfDeleted(error, asked)) {
        void leaveDeletedAccount();
        return new Promise(() => undefined);
      }
      throw error;
    }
  },
};

/**
 * Asks the server whether the signed-in user is admitted, by one of the dashboard's calls; `useAdmission` changes with
 * the reply. Throws what the call throws if it is neither a yes nor a no.
 */
export async function askForAdmission(): Promise<void> {
  const asked = admissionEra();
  try {
    await newClient().call(routes.getDashboardStats);
    admit(asked);
  } catch (error) {
    if (isNotAdmitted(error)) refuse(asked, messageOf(error));
    else if (isOfDeleted(error, asked)) await leaveDeletedAccount();
    else throw error;
  }
}

const isNotAdmitted = (error: unknown) => error instanceof ApiError && error.reply?.code === 'not_admitted';

/** The account of the user who is still signed in was deleted; `asked`: the era of the call. */
const isOfDeleted = (error: unknown, asked: number) =>
  error instanceof ApiError && error.reply?.isDeleted === true && asked === admissionEra();

/** True for a 404: it does not exist, or it is not the user's own. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True if a call got no reply, or none in time: the server may have carried it out all the same. */
export const isUnanswered = (error: unknown) => error instanceof TypeError || isLate(error);

/** A reply of 200 that is not what this version of the page expects, or no JSON at all. */
const isUnreadable = (error: unknown) => error instanceof UnexpectedReplyError || error instanceof SyntaxError;

const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** The message to show about a failed call. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.reply?.message ?? textOf(error);
  if (error instanceof TypeError) return 'The server could not be reached. Check your connection.';
  if (isUnreadable(error)) return 'The server answered in a way this page does not understand. Reload it.';
  if (isLate(error)) return 'The server did not answer in time. Check your connection.';
  // Some browsers reject with nothing at all when their own storage or network stack fails.
  return error instanceof Error ? error.message : 'The browser could not send the request. Try again.';
}

/** What a failed load says: with the status, so that a server error is not mistaken for a lost connection. */
export function detailOf(error: unknown): string {
  return error instanceof ApiError ? `${error.status}: ${messageOf(error)}` : messageOf(error);
}

/** A reply from something other than our server, such as a proxy: its pages are not shown. */
function textOf({ text }: ApiError): string {
  return /^\s*</.test(text) ? 'The server answered with an error' : text;
}
