import { listen } from '../lib/listen.ts';
import { createApp } from './app.ts';
import { ensureScratchFolder } from './container-process.ts';
import { Executor, type ExecutorOptions } from './executor.ts';
import { State } from './state.ts';

export interface CloudRunOptions extends ExecutorOptions {
  /** What callers must send as `Authorization: Bearer …`. */
  token: string;
}

export interface CloudRunServer {
  port: number;
  /** Ends every execution, then the server. */
  stop: () => Promise<void>;
  /** The same without grace. */
  kill: () => void;
}

/**
 * Starts the local Cloud Run Admin API on a port of 127.0.0.1 (0: any), taking over executions of an earlier run in the
 * same folder. Throws if its folder belongs to somebody else.
 */
export async function startCloudRun(port: number, options: CloudRunOptions): Promise<CloudRunServer> {
  ensureScratchFolder(options.folder, options.environment);
  const state = new State(options.folder);
  const executor = new Executor(state, options);
  const server = await listen(createApp(state, executor, options.token), port);
  const stop = async () => {
    await executor.stop();
    await server.close();
  };
  return { port: server.port, stop, kill: () => executor.kill() };
}
