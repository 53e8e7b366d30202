import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { missing } from '../refusal.ts';
import { route, type Asked, type Route } from '../route.ts';
import type { Behind } from './all.ts';
import { liveFile } from './hosting.ts';

/** What answers at the deployment's own addresses, and Cloud Run, which keeps its jobs. */
export function servedRoutes({ cloudRun, functions }: Behind): Route[] {
  return [
    route('GET', 'run.googleapis.com/v2/projects/*/locations/*/jobs', null, (asked) => passOn(asked, 'GET')),
    route('GET', 'run.googleapis.com/v2/projects/*/locations/*/jobs/*', null, (asked) => passOn(asked, 'GET')),
    route('DELETE', 'run.googleapis.com/v2/projects/*/locations/*/jobs/*', null, (asked) => passOn(asked, 'DELETE')),
    // The functions themselves, as they were uploaded.
    ...['job', 'proxies'].map((what) =>
      route('POST', `*.cloudfunctions.net/agentApi/internal/${what}`, null, async ({ headers }) =>
        functions.call('agentApi', 'POST', `/internal/${what}`, forwarded(headers, 1)),
      ),
    ),
    route('GET', '*.cloudfunctions.net/api/api/proxies', null, ({ headers }) =>
      functions.call('api', 'GET', '/api/proxies', forwarded(headers, 1)),
    ),
    ofOwnSite('/api/proxies', ({ headers, state }) =>
      functions.call('api', 'GET', '/api/proxies', forwarded(headers, 1 + state.hostingProxies)),
    ),
    // These three need a database, which is not here; they are tested where there is one.
    route('POST', '*.cloudfunctions.net/agentApi/internal/keys', null, ({ state }) => ({
      secretsOfOlderKeys: state.secretsOfOlderKeys,
    })),
    route('POST', '*.cloudfunctions.net/agentApi/internal/check', null, () => ({ failures: [], runners: [] })),
    ofOwnSite('/api/health', ({ state }) => {
      if (!state.things.has('live')) throw missing('the site');
      const { version } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../../../functions/package.json'), 'utf8'),
      ) as { version: string };
      return { status: 'ok', version };
    }),
    ofOwnSite('/__/firebase/init.json', ({ state, parts }) => {
      const appId = state.things.get(`sites/${parts[0]}`)?.appId;
      if (!appId) throw missing('a web app');
      return {
        projectId: state.project,
        appId,
        apiKey: 'AIza-stand-in',
        authDomain: `${state.project}.firebaseapp.com`,
      };
    }),
    ofOwnSite('/**', ({ state, parts }) => {
      const [, path = ''] = parts;
      const found = liveFile(state, `/${path}`);
      if (!found) throw missing(path);
      return found;
    }),
  ];

  async function passOn({ url }: Asked, method: string): Promise<Buffer> {
    const headers = { Authorization: `Bearer ${cloudRun.token}` };
    const reply = await fetch(`${cloudRun.url}/${url.replace('run.googleapis.com/', '')}`, { method, headers });
    if (reply.status === 404) throw missing(url);
    return Buffer.from(await reply.arrayBuffer());
  }
}

/** Answers of the project's own sites. Any other site is somebody else's and must not be asked. */
function ofOwnSite(path: string, answer: (asked: Asked) => unknown): Route {
  return route('GET', `*.web.app${path}`, null, (asked) => {
    const { state, parts, url } = asked;
    if (state.things.has(`sites/${parts[0]}`)) return answer(asked);
    if (state.children('sites/').length > 0) state.unknown.push(`${url}, which is not this project's`);
    throw missing(url);
  });
}

/** The headers that a function gets of a caller's, with the addresses that this many proxies append. */
function forwarded(headers: IncomingHttpHeaders, proxies: number): Record<string, string> {
  const passed = ['x-sweep-key', 'x-doctor-proof'].map((name) => [name, String(headers[name] ?? '')]);
  const addresses = Array.from({ length: proxies }, (_, index) => `198.51.100.${index + 1}`);
  const said = headers['x-forwarded-for'];
  return { ...Object.fromEntries(passed), 'x-forwarded-for': [...(said ? [said] : []), ...addresses].join(', ') };
}
