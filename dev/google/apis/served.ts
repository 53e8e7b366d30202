import { missing } from '../refusal.ts';
import { route, type Asked, type Route } from '../route.ts';
import type { Behind } from './all.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What answers at addresses of the deployment itself, and Cloud Run, which keeps its jobs. */
export function servedRoutes({ cloudRun, functions }: Behind): Route[] {
  return [
    route('GET', 'run.googleapis.com/v2/projects/*/locations/*/jobs/*', null, (asked) => passOn(asked, 'GET')),
    route('DELETE', 'run.googleapis.com/v2/projects/*/locations/*/jobs/*', null, (asked) => passOn(asked, 'DELETE')),
    // The function itself, as it was uploaded.
    route('POST', '*.cloudfunctions.net/agentApi/internal/job', null, async (asked) => {
      const [key = ''] = asked.state.secrets.get('SWEEP_KEY')?.versions.at(-1)?.value.split('\n') ?? [];
      return functions.call('agentApi', '/internal/job', { 'x-sweep-key': key });
    }),
    // These two need a database, which is not here: what they do is tested where there is one.
    route('POST', '*.cloudfunctions.net/agentApi/internal/check', null, () => ({ failures: [] })),
    route('GET', '*.web.app/api/health', null, ({ state }) => {
      if (!state.things.has('live')) throw missing('the site');
      const { version } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../../../functions/package.json'), 'utf8'),
      ) as { version: string };
      return { status: 'ok', version };
    }),
    route('GET', '*.web.app/__/firebase/init.json', null, ({ state, parts }) => {
      const appId = state.things.get(`sites/${parts[0]}`)?.appId;
      if (!appId) throw missing('a web app');
      return {
        projectId: state.project,
        appId,
        apiKey: 'AIza-stand-in',
        authDomain: `${state.project}.firebaseapp.com`,
      };
    }),
  ];

  async function passOn({ url }: Asked, method: string): Promise<Buffer> {
    const reply = await fetch(`${cloudRun}/${url.replace('run.googleapis.com/', '')}`, { method });
    if (reply.status === 404) throw missing(url);
    return Buffer.from(await reply.arrayBuffer());
  }
}
