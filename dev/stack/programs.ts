import { join } from 'node:path';
import { answers, startService, type Service } from '../lib/service.ts';
import { executionEnvironment, imagesOf, LOCAL_GITHUB_TOKEN, type StackAddresses } from './environment.ts';
import { storeIn } from './kept-objects.ts';
import type { Ports } from './ports.ts';

/** Where the programs of this folder run and keep their files. */
export interface ProgramContext {
  root: string;
  folder: string;
  ports: Ports;
  addresses: StackAddresses;
}

/** Far more than they need: several stacks may be starting on a busy machine. */
const START_MS = 120_000;

export function startCloudRunProgram(
  { root, folder, ports, addresses }: ProgramContext,
  {
    token,
    isolation,
    settings,
  }: { token: string; isolation: Record<string, string>; settings?: Record<string, string> },
): Service {
  return startProgram(root, folder, 'cloud-run', `${addresses.cloudRun}/v2/`, {
    CLOUD_RUN_PORT: String(ports.cloudRun),
    CLOUD_RUN_FOLDER: join(folder, 'cloud-run'),
    CLOUD_RUN_TOKEN: token,
    CLOUD_RUN_IMAGES: JSON.stringify(imagesOf(root)),
    CLOUD_RUN_EXTRA_ENV: JSON.stringify(executionEnvironment(addresses, isolation)),
    ...settings,
  });
}

export function startGitHostProgram({ root, folder, ports, addresses }: ProgramContext): Service {
  return startProgram(root, folder, 'git-host', `${addresses.githubApi}/repos/acme/hello-world`, {
    GIT_HOST_PORT: String(ports.gitHost),
    GIT_HOST_FOLDER: join(folder, 'git'),
    GIT_HOST_TOKENS: JSON.stringify([LOCAL_GITHUB_TOKEN]),
    GIT_HOST_ANONYMOUS_PUSH: '1',
  });
}

export function startObjectStoreProgram({ root, folder, ports, addresses }: ProgramContext, key: string): Service {
  return startProgram(root, folder, 'object-store', addresses.objects, {
    OBJECT_STORE_PORT: String(ports.objects),
    OBJECT_STORE_FOLDER: storeIn(folder),
    OBJECT_STORE_KEY: key,
  });
}

export function startPushServiceProgram({ root, folder, ports, addresses }: ProgramContext): Service {
  return startProgram(root, folder, 'push-service', addresses.push, { PUSH_SERVICE_PORT: String(ports.push) });
}

function startProgram(root: string, folder: string, name: string, url: string, env: Record<string, string>): Service {
  return startService({
    name: `The local ${name} server`,
    command: process.execPath,
    args: programOf(root, name),
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    logFile: join(folder, 'logs', `${name}.log`),
    ready: () => answers(url),
    readyWithinMs: START_MS,
  });
}

/**
 * Runs from source, or from a single file, which starts in a third of the processor time, if tests have built that
 * (../testing/programs.ts).
 */
function programOf(root: string, name: string): string[] {
  const bundles = process.env.COUNTERSIGN_PROGRAMS;
  return bundles ? [join(bundles, `${name}.mjs`)] : ['--import', 'tsx', join(root, 'dev', name, 'main.ts')];
}
