import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { once } from 'node:events';
import type { LocalCloudRun } from './apis/all.ts';
import { missing } from './refusal.ts';
import type { GoogleState } from './state.ts';

const root = join(import.meta.dirname, '../..');

/** The functions as they were uploaded, each started when it is first called. */
export interface DeployedFunctions {
  call(name: string, method: string, path: string, headers: Record<string, string>): Promise<Buffer>;
  stop(): Promise<void>;
}

interface Running {
  process: ChildProcess;
  url: string;
}

interface ServiceConfig {
  environmentVariables?: Record<string, string>;
  secretEnvironmentVariables?: { key: string; secret: string; version: string }[];
}

/**
 * Runs what was uploaded with the environment and the secrets' versions of the deploy, as production does, which shows
 * that both are complete. There is no database: only what needs none can be called.
 */
export function deployedFunctions(state: GoogleState, cloudRun: LocalCloudRun, folder: string): DeployedFunctions {
  let unpacked = 0;
  const running = new Map<string, { release: string; started: Promise<Running> }>();
  return {
    async call(name, method, path, headers) {
      const { url } = await newest(name);
      const reply = await fetch(url + path, { method, headers });
      if (reply.status === 404) throw missing(path);
      return Buffer.from(await reply.arrayBuffer());
    },
    async stop() {
      for (const { started } of running.values()) await end(started);
    },
  };

  /** The function as it was last deployed. */
  async function newest(name: string): Promise<Running> {
    const release = JSON.stringify(state.things.get(`functions/${name}`) ?? null);
    const found = running.get(name);
    if (found?.release === release) return found.started;
    if (found) await end(found.started);
    const started = start(name);
    running.set(name, { release, started });
    return started;
  }

  async function end(started: Promise<Running>): Promise<void> {
    const found = await started.catch(() => null);
    if (found?.process.exitCode !== null) return;
    found.process.kill('SIGKILL');
    await once(found.process, 'exit');
  }

  async function start(name: string): Promise<Running> {
    const deployed = state.things.get(`functions/${name}`);
    if (!deployed) throw missing(name);
    const config = deployed.serviceConfig as ServiceConfig;
    const source = await unpack(name, deployed);
    const child = spawn(process.execPath, [join(root, 'dev/google/run-function.mjs'), source, name], {
      env: {
        PATH: process.env.PATH,
        K_SERVICE: name.toLowerCase(),
        ...config.environmentVariables,
        ...secretsOf(config),
        CLOUD_RUN_ENDPOINT: cloudRun.url,
        CLOUD_RUN_TOKEN: cloudRun.token,
        METADATA_SERVER_DETECTION: 'none',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { process: child, url: line.toString().trim() };
  }

  function secretsOf({ secretEnvironmentVariables = [] }: ServiceConfig): Record<string, string> {
    return Object.fromEntries(
      secretEnvironmentVariables.map(({ key, secret, version }) => {
        const found = state.secrets.get(secret)?.versions[Number(version) - 1];
        if (found?.state !== 'ENABLED') throw missing(`${secret}/versions/${version}`);
        return [key, found.value];
      }),
    );
  }

  /** Unpacks it beside this repository's packages, which an upload does not contain. */
  async function unpack(name: string, deployed: Record<string, unknown>): Promise<string> {
    const { buildConfig } = deployed as { buildConfig: { source: { storageSource: { object: string } } } };
    const zip = state.uploads.get(buildConfig.source.storageSource.object);
    if (!zip) throw missing(`the source of ${name}`);
    const target = join(folder, `${name}-${(unpacked += 1)}`);
    mkdirSync(target, { recursive: true });
    writeFileSync(`${target}.zip`, zip);
    const require = createRequire(import.meta.url);
    const { unzip } = require('firebase-tools/lib/unzip.js') as { unzip: (from: string, to: string) => Promise<void> };
    await unzip(`${target}.zip`, target);
    symlinkSync(join(root, 'functions/node_modules'), join(target, 'node_modules'));
    if (!existsSync(join(folder, 'node_modules')))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return target;
  }
}
