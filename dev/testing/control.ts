import { listen, type Listening } from '../lib/listen.ts';
import type { Stack } from '../stack.ts';

/**
 * Lets end-to-end tests make the jobs server fail and come back (POST /cloud-run/kill, /cloud-run/start), crash and
 * come back by itself (/cloud-run/crash), and run the sweeper (/sweep).
 */
export function startControl(stack: Stack): Promise<Listening> {
  const acts = new Map([
    ['POST /cloud-run/kill', () => stack.killCloudRun()],
    ['POST /cloud-run/start', () => stack.restartCloudRun()],
    ['POST /cloud-run/crash', async () => stack.crashCloudRun()],
    ['POST /sweep', () => stack.sweep()],
  ]);
  return listen((req, res) => {
    const act = acts.get(`${req.method} ${req.url}`);
    if (act === undefined) return res.writeHead(404).end();
    act().then(
      () => res.writeHead(204).end(),
      (error: unknown) => res.writeHead(500).end(String(error)),
    );
  }, 0);
}
