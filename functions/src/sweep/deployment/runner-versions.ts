import { list } from '../../store/data.ts';
import { admittedOfAll } from '../../store/queries.ts';

/** How many containers are looked at. */
const MOST = 200;
const UNTOLD = 'one that does not say it';

/**
 * Versions of the running runners, each once; empty where the database cannot be asked, which `check` reports itself.
 */
export async function runnerVersions(): Promise<string[]> {
  const found = await list(admittedOfAll().limit(MOST)).catch(() => []);
  const running = found.filter(({ status }) => status === 'running');
  return [...new Set(running.map(({ runnerVersion }) => runnerVersion ?? UNTOLD))].sort();
}
