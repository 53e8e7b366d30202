import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startCloudRun } from '../cloud-run/server.ts';
import { listen } from '../lib/listen.ts';
import { routesOf } from './apis/all.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { environmentOf } from './environment.ts';
import { GoogleRefusal, invalid, noQuotaProject } from './refusal.ts';
import type { Asked, Route } from './route.ts';
import { GoogleState, type Json } from './state.ts';

/** APIs that answer a person's credentials only if the call names the project whose quota it uses. */
const WITH_QUOTA_PROJECT = ['firebase', 'firebasehosting', 'firebaserules', 'identitytoolkit'].map(
  (api) => `${api}.googleapis.com`,
);

export interface Google {
  state: GoogleState;
  /** The environment that leads our commands, firebase-tools and Google's libraries here. */
  environment: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Stands in, on a port of this machine, for the Google APIs that a deployment calls, by our own commands and by
 * firebase-tools. Strict: it refuses unknown paths and fields, and remembers that they were asked.
 */
export async function startGoogle(project: string): Promise<Google> {
  const state = new GoogleState(project);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-google-'));
  const token = randomBytes(16).toString('hex');
  const none = { images: {}, environment: {}, startDelayMs: 0, graceMs: 0 };
  const { port, stop: stopCloudRun } = await startCloudRun(0, { folder, token, ...none });
  const cloudRun = { url: `http://127.0.0.1:${port}`, token };
  const functions = deployedFunctions(state, cloudRun, folder);
  let origin = '';
  const routes = routesOf({ cloudRun, functions });
  const server = await listen((request, reply) => void answer(request, reply), 0);
  origin = `http://127.0.0.1:${server.port}`;
  return {
    state,
    environment: environmentOf(origin, folder),
    async stop() {
      await functions.stop();
      await stopCloudRun();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    try {
      const found = await handle(request);
      const raw = found instanceof Buffer ? found : Buffer.from(JSON.stringify(found ?? {}));
      reply.writeHead(200, { 'Content-Type': 'application/json', 'Metadata-Flavor': 'Google' }).end(raw);
    } catch (error) {
      const refusal = error instanceof GoogleRefusal ? error : new GoogleRefusal(500, 'INTERNAL', String(error));
      const headers = { 'Content-Type': 'application/json', ...(refusal.isPassing ? { 'Retry-After': '0' } : {}) };
      reply.writeHead(refusal.status, headers).end(JSON.stringify(refusal.body));
    }
  }

  async function handle(request: IncomingMessage): Promise<unknown> {
    const address = new URL(request.url ?? '/', origin);
    const url = decodeURIComponent(address.pathname.slice(1)).replace(/\/\/+/g, '/');
    const method = request.method ?? 'GET';
    const bytes = await buffer(request);
    if (!url.startsWith('computeMetadata/')) state.calls.push({ method, url });
    throwFault(`${method} ${url}`);
    refuseWithoutQuotaProject(request, url);
    const found = routes.find((one) => one.method === method && one.path.test(url));
    if (!found) throw unknown(`${method} ${address.pathname}${address.search} ${bytes.toString().slice(0, 400)}`);
    const asked = {
      state,
      url,
      parts: [...(found.path.exec(url) ?? [])].slice(1),
      query: address.searchParams,
      bytes,
      headers: request.headers,
      origin,
    };
    return found.answer({ ...asked, body: bodyOf(found, asked) });
  }

  function refuseWithoutQuotaProject({ headers }: IncomingMessage, url: string): void {
    const [host = ''] = url.split('/');
    if (WITH_QUOTA_PROJECT.includes(host) && headers['x-goog-user-project'] !== project) throw noQuotaProject(host);
  }

  function throwFault(call: string): void {
    const fault = state.faults.find(({ matches, times }) => matches.test(call) && times !== 0);
    if (!fault) return;
    if (fault.times !== undefined) fault.times -= 1;
    throw fault.refusal;
  }

  function bodyOf({ method, body: schema }: Route, { url, bytes }: Omit<Asked, 'body'>): Json {
    if (schema === 'bytes') return {};
    const body: unknown = bytes.length === 0 ? {} : JSON.parse(bytes.toString());
    if (schema === null) {
      if (Object.keys(body as Json).length === 0) return {};
      throw unknown(`${method} ${url}: a body where none is taken: ${bytes.toString().slice(0, 400)}`);
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const words = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    state.unknown.push(`${method} ${url}: ${words}`);
    throw invalid(`Invalid JSON payload received. ${words}`);
  }

  function unknown(what: string): GoogleRefusal {
    state.unknown.push(what);
    return new GoogleRefusal(404, 'NOT_FOUND', `This stand-in does not know ${what}`);
  }
}
