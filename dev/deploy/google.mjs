// Google's REST APIs, called as whoever runs the command: with Application Default Credentials, as firebase-tools.
import { setTimeout as sleep } from 'node:timers/promises';
import { Stop } from './stop.mjs';

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/userinfo.email'];
const TRIES = 4;
/** The same for what has just been made: Google says that it may take minutes until all its services know it. */
const YOUNG_TRIES = 6;
const FIRST_PAUSE_MS = 5_000;
/** Polls of something being made begin soon and become rarer. */
const [FIRST_POLL_MS, LAST_POLL_MS] = [200, 10_000];
/** Reads that use POST. */
const READS = /:(getIamPolicy|testIamPermissions)$/;

/** An API's answer that is not a success. */
export class GoogleError extends Error {
  name = 'GoogleError';
  constructor(method, url, status, error) {
    super(`${method} ${url}: ${status} ${error?.message ?? ''}`.trim());
    this.status = status;
    /** Google's own name for it, such as PERMISSION_DENIED. */
    this.code = error?.status ?? '';
    this.words = error?.message ?? `it answered ${status}`;
    this.details = error?.details ?? [];
    this.host = url.split('/')[0];
  }
}

/**
 * Signs in and resolves with how to call Google's APIs; null if that is not possible, with the reason passed to
 * `because`. A reader refuses everything that would change something.
 */
export async function connect({ project, readOnly }, because) {
  let auth;
  try {
    const { GoogleAuth } = await import('google-auth-library');
    // Unless told, it asks gcloud for a project, which takes seconds.
    auth = new GoogleAuth({ scopes: SCOPES, projectId: project });
    await auth.getAccessToken();
  } catch (error) {
    because(
      error.code === 'ERR_MODULE_NOT_FOUND'
        ? 'the packages are not installed (npm ci)'
        : 'there are no credentials (gcloud auth application-default login)',
    );
    return null;
  }
  return api(() => auth.getAccessToken(), project, readOnly);
}

/** An account that was just made, or an API that was just switched on, of which this service has not heard. */
function isNotKnownYet({ status, json }) {
  const { message = '', details = [] } = json?.error ?? {};
  if (status === 400) return /^Service account .* does not exist/i.test(message);
  return status === 403 && details.some(({ reason }) => reason === 'SERVICE_DISABLED');
}

function api(token, project, readOnly) {
  /** Calls `host/path`; answers the JSON of the reply. Passing trouble is tried again. Throws GoogleError. */
  async function call(method, url, body) {
    if (readOnly && method !== 'GET' && !READS.test(url.split('?')[0]))
      throw new Error(`A reader must not ${method} ${url}`);
    for (let tried = 1; ; tried += 1) {
      const reply = await send(method, url, body);
      if (reply.ok) return reply.json;
      const isPassing = reply.status === 429 || reply.status === 503;
      const tries = !readOnly && isNotKnownYet(reply) ? YOUNG_TRIES : isPassing ? TRIES : 1;
      if (tried >= tries) throw new GoogleError(method, url, reply.status, reply.json?.error);
      await sleep(reply.pauseMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }

  async function send(method, url, body) {
    const reply = await fetch(addressOf(url), {
      method,
      headers: {
        Authorization: `Bearer ${await token()}`,
        'x-goog-user-project': project,
        ...(body === undefined || body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body),
    }).catch((cause) => {
      throw new Stop(`${url.split('/')[0]} cannot be reached (${cause.cause?.code ?? cause.message}). Try again.`);
    });
    const after = reply.headers.get('Retry-After');
    const text = await reply.text();
    return {
      ok: reply.ok,
      status: reply.status,
      json:
        text.startsWith('{') || text.startsWith('[')
          ? JSON.parse(text)
          : text === ''
            ? {}
            : { error: { message: text.slice(0, 300) } },
      pauseMs: after === null ? undefined : Number(after) * 1_000,
    };
  }

  const get = (url) => call('GET', url);
  return {
    get,
    post: (url, body = {}) => call('POST', url, body),
    patch: (url, body) => call('PATCH', url, body),
    put: (url, body) => call('PUT', url, body),
    delete: (url) => call('DELETE', url),
    /** The thing at an address, or null. */
    async find(url) {
      try {
        return await get(url);
      } catch (error) {
        if (error instanceof GoogleError && error.status === 404) return null;
        throw error;
      }
    },
    /** Everything in a paged list. */
    async list(url, field) {
      const all = [];
      let pageToken = '';
      do {
        const page = await get(`${url}${url.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(pageToken)}`);
        all.push(...(page[field] ?? []));
        pageToken = page.nextPageToken ?? '';
      } while (pageToken !== '');
      return all;
    },
    /** Waits for the end of a long-running operation at `host/version`. Throws Stop with what it failed with. */
    async finished(base, operation) {
      const done = operation.done
        ? operation
        : await until(
            () => get(`${base}/${operation.name}`),
            ({ done }) => done,
          );
      if (done.error) throw new Stop(done.error.message);
      return done.response;
    },
    until,
  };
}

/** Asks again and again until the answer is as wanted. */
async function until(ask, isWanted) {
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, LAST_POLL_MS)) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await sleep(pause);
  }
}

/** Where a host is reached; tests redirect each to this machine. */
export function addressOf(url) {
  const instead = process.env.COUNTERSIGN_GOOGLE_APIS;
  return instead ? `${instead}/${url}` : `https://${url}`;
}
