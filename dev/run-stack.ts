import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { listenForSignals } from './lib/signals.ts';
import type { Service } from './lib/service.ts';
import { explain } from './lib/start-error.ts';
import { DEMO_USER, seed } from './seed.ts';
import { Stack } from './stack.ts';
import { LOCAL_GITHUB_TOKEN } from './stack/environment.ts';
import { isolationWarning } from './stack/isolation.ts';
import { endLeftovers } from './stack/leftovers.ts';
import { movedPorts, type Ports } from './stack/ports.ts';

/** The settings of a started stack; the environment may move it aside. */
const settings = z
  .object({
    /** JSON with other ports, e.g. {"hosting": 5010}. */
    COUNTERSIGN_PORTS: z
      .string()
      .default('{}')
      .transform((text) => z.record(z.string(), z.number().int()).parse(JSON.parse(text))),
    COUNTERSIGN_FOLDER: z.string().optional(),
    /** `real`: one's own repositories at GitHub, instead of the local git host with samples. */
    COUNTERSIGN_GITHUB: z.enum(['local', 'real']).default('local'),
    COUNTERSIGN_PROJECT: z.string().default('demo-countersign'),
  })
  .parse(process.env);

/** More than the stack itself: what is started after it, and the address to print. */
export interface Extra {
  start: (root: string, ports: Ports) => Service[];
  address: string;
}

/**
 * Runs the stack with a demo user until a signal comes, then ends all of it and the process: 0 when asked, 1 when
 * something went wrong. `--fresh` among the arguments begins anew.
 */
export async function runStack(extra?: Extra): Promise<never> {
  const root = join(import.meta.dirname, '..');
  const github = settings.COUNTERSIGN_GITHUB;
  // Projects of samples are of no use at GitHub, and the other way round: each keeps its own.
  const folder = settings.COUNTERSIGN_FOLDER ?? join(root, '.countersign', github === 'real' ? 'github' : 'start');
  const ports = movedPorts(settings.COUNTERSIGN_PORTS);
  const say = (text: string) => console.log(text);
  const { asked, urged } = listenForSignals();
  const pages = extra ? [extra.address] : [];
  const stack = new Stack({ root, folder, ports, pages, projectId: settings.COUNTERSIGN_PROJECT, github, say });
  const more: Service[] = [];
  let exitCode = 0;
  try {
    if (process.argv.includes('--fresh')) {
      await endLeftovers(folder);
      rmSync(folder, { recursive: true, force: true });
    }
    const up = start();
    await Promise.race([up, asked]);
    await Promise.race([asked, stack.failed, ...more.map((service) => service.ended)]);
  } catch (error) {
    console.error(explain(error));
    exitCode = 1;
  }
  say('Stopping …');
  await Promise.race([stop(), urged.then(() => stack.kill())]);
  process.exit(exitCode);

  async function start(): Promise<void> {
    await stack.start();
    const { COUNTERSIGN_PROJECT: projectId } = settings;
    const authHost = `127.0.0.1:${ports.auth}`;
    await seed({ appUrl: stack.addresses.app, authHost, projectId, hasSamples: github === 'local' });
    if (extra) more.push(...extra.start(root, ports));
    await Promise.all(more.map((service) => service.ready));
    const warning = isolationWarning();
    say(
      [
        '',
        `  Countersign   ${extra?.address ?? stack.addresses.app}`,
        `  Sign in       ${DEMO_USER.email} / ${DEMO_USER.password}`,
        ...(github === 'real'
          ? [`  Repositories  yours, at ${stack.addresses.gitHost}`]
          : [
              `  Repositories  samples, and bare ones that you put at ${join(folder, 'git')}/OWNER/NAME.git`,
              `  Their token   ${LOCAL_GITHUB_TOKEN}`,
            ]),
        '',
        `Ctrl-C ends it and keeps the data; --fresh begins anew. Logs: ${join(folder, 'logs')}`,
        '',
        ...(warning === null ? [] : [warning, '']),
      ].join('\n'),
    );
  }

  async function stop(): Promise<void> {
    await Promise.all(more.map((service) => service.stop(1_000)));
    await stack.stop();
  }
}
