import { createClient, routes } from '@countersign/contract';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkSeparate, emptyFolder } from './lib/own-folder.ts';
import { listenForSignals } from './lib/signals.ts';
import { untilEnded, type Service } from './lib/service.ts';
import { explain, StartError } from './lib/start-error.ts';
import { DEMO_USER, seed } from './seed.ts';
import { Stack } from './stack.ts';
import { LOCAL_GITHUB_TOKEN } from './stack/environment.ts';
import { isolationWarning } from './stack/isolation.ts';
import { endLeftovers, PROCESSES_FILE } from './stack/leftovers.ts';
import { offerLines } from './stack/offer-lines.ts';
import { movedPorts, type Ports } from './stack/ports.ts';
import { startSettings, type StartSettings } from './stack/settings.ts';

/** Among the arguments: starts without earlier data. */
const FRESH = '--fresh';

interface ExtraContext {
  /** Root of this checkout. */
  root: string;
  /** What the stack keeps, with its logs. */
  folder: string;
  ports: Ports;
}

/** More than the stack itself: what to start after it, and the address to print. */
export interface Extra {
  /** Throws a StartError if it cannot be started, before anything slow begins. */
  check: () => Promise<void>;
  start: (context: ExtraContext) => Service[];
  address: string;
}

/**
 * Runs the stack with a demo user until a signal comes, then ends all of it and the process: with 0 if asked to, 1 if
 * something went wrong. `--fresh` among the arguments starts without earlier data.
 */
export async function runStack(extra?: Extra): Promise<never> {
  const root = join(import.meta.dirname, '..');
  const settings = settingsOrEnd();
  const github = settings.COUNTERSIGN_GITHUB;
  // Sample projects are of no use at GitHub, and the other way round: each keeps its own data.
  const folder = settings.COUNTERSIGN_FOLDER ?? join(root, '.countersign', github === 'real' ? 'github' : 'start');
  const ports = movedPorts(settings.COUNTERSIGN_PORTS);
  const say = (text: string) => console.log(text);
  const signals = listenForSignals();
  const { asked, insisted } = signals;
  const pages = extra ? [extra.address] : [];
  const stack = new Stack({ root, folder, ports, pages, projectId: settings.COUNTERSIGN_PROJECT, github, say });
  const more: Service[] = [];
  let exitCode = 0;
  try {
    checkSeparate(folder, [homedir(), root]);
    if (process.argv.includes(FRESH)) {
      await endLeftovers(folder); // without keeping its data
      emptyFolder(folder, PROCESSES_FILE);
    }
    const up = start();
    await Promise.race([up, asked]);
    await Promise.race([asked, stack.failed, ...more.map(untilEnded)]);
  } catch (error) {
    console.error(explain(error));
    exitCode = 1;
  }
  const hint =
    ' Ctrl-C again gives running containers no more time; a third one ends at once and loses the newest data.';
  say(`Stopping …${exitCode === 0 ? hint : ''}`);
  if (!(await Promise.race([stop(), insisted.then(kill)]))) exitCode = 1;
  process.exit(exitCode);

  async function start(): Promise<void> {
    await extra?.check();
    await stack.start();
    const projectId = settings.COUNTERSIGN_PROJECT;
    const authHost = `127.0.0.1:${ports.auth}`;
    await seed({ appUrl: stack.addresses.app, authHost, projectId, hasSamples: github === 'local' });
    await stack.keepData();
    if (extra) more.push(...extra.start({ root, folder, ports }));
    await Promise.all(more.map((service) => service.ready));
    const [warning, offered] = await Promise.all([
      isolationWarning(),
      createClient({ baseUrl: stack.addresses.app }).call(routes.getConfig),
    ]);
    say(
      [
        '',
        `  Countersign   ${extra?.address ?? stack.addresses.app}`,
        ...signInLines(folder),
        ...offerLines(offered),
        ...(github === 'real'
          ? [`  Repositories  yours, at ${stack.addresses.gitHost}`]
          : [
              `  Repositories  samples, and bare ones that you put at ${join(folder, 'git')}/OWNER/NAME.git`,
              `  Their token   ${LOCAL_GITHUB_TOKEN}`,
            ]),
        '',
        `Ctrl-C ends it and keeps the data; --fresh starts over. Logs: ${join(folder, 'logs')}`,
        '',
        ...(warning === null ? [] : [warning, '']),
      ].join('\n'),
    );
  }

  async function stop(): Promise<boolean> {
    await Promise.all(more.map((service) => service.stop(1_000)));
    return stack.stop(signals);
  }

  /** The data is as it was kept last. */
  async function kill(): Promise<boolean> {
    await stack.kill();
    return false;
  }
}

function settingsOrEnd(): StartSettings {
  try {
    const unknown = process.argv.slice(2).filter((argument) => argument !== FRESH);
    if (unknown.length > 0) throw new StartError(`${unknown.join(' ')} is not known here; ${FRESH} is.`);
    return startSettings(process.env);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/** With an access list the demo user is not on it, and an address has to be verified; no e-mail leaves this machine. */
function signInLines(folder: string): string[] {
  const access = process.env.ACCESS ?? 'open';
  if (access.trim() === 'open') return [`  Sign in       ${DEMO_USER.email} / ${DEMO_USER.password}`];
  return [
    `  Sign in       with an address that ACCESS names: ${access.trim() || 'nobody'}`,
    `  Verification  its link appears in ${join(folder, 'logs', 'firebase.log')}`,
  ];
}
