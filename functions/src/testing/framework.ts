import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildProgram } from './built-program.ts';

export interface FrameworkProcess {
  url: string;
  /** The most memory that the process has had so far, in MiB. */
  peak(): number;
  stop(): Promise<void>;
}

/**
 * Loaded before the framework, which does not say which port it was given. If it closed an idle socket just as a busy
 * machine writes to it, a call would fail for nothing.
 */
const tellPort = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...how) {
    this.keepAliveTimeout = 0;
    this.once('listening', () => console.log(this.address().port));
    return listen.apply(this, how);
  };`;

/** Serves one function of the built bundle as an instance in Cloud Functions does: by Google's functions framework. */
export async function spawnFramework(target: 'api' | 'agentApi'): Promise<FrameworkProcess> {
  const framework = createRequire(import.meta.url).resolve('@google-cloud/functions-framework');
  const program = [
    `--import=data:text/javascript,${encodeURIComponent(tellPort)}`,
    join(dirname(framework), 'main.js'),
  ];
  const options = [`--source=${buildProgram('src/index.ts')}`, `--target=${target}`, '--port=0'];
  const child = spawn(process.execPath, [...program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [told] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the functions framework ended before it was ready'))),
  ])) as [Buffer];
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${parseInt(told.toString(), 10)}`,
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
