import { list } from '../store/data.ts';
import { admittedOfAll } from '../store/queries.ts';

/** Containers looked at. */
const MOST = 200;
const UNTOLD = 'one that does not say it';

/** Versions of the runners that run, each once; none where the database cannot be asked, which the check says by itself. */
export async function runnerVersions(): Promise<string[]> {
  const found = await list(admittedOfAll().limit(MOST)).catch(() => []);
  const running = found.filter(({ status }) => status === 'running');
  return [...new Set(running.map(({ runnerVersion }) => runnerVersion ?? UNTOLD))].sort();
}
