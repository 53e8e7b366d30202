import { listen } from '../lib/listen.ts';
import { createApp } from './app.ts';
import { Executor, type ExecutorOptions } from './executor.ts';
import { State } from './state.ts';

export interface CloudRunServer {
  port: number;
  /** Ends every execution, then the server. */
  stop: () => Promise<void>;
  /** The same without grace. */
  kill: () => void;
}

/** Starts the local Cloud Run Admin API on a port of 127.0.0.1 (0: any). Executions of an earlier run in the same folder are taken over. */
export async function startCloudRun(port: number, options: ExecutorOptions): Promise<CloudRunServer> {
  const state = new State(options.folder);
  const executor = new Executor(state, options);
  const server = await listen(createApp(state, executor), port);
  const stop = async () => {
    await executor.stop();
    await server.close();
  };
  return { port: server.port, stop, kill: () => executor.kill() };
}
