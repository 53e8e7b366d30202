import { createClient, type Client } from '@countersign/contract';
import { spawnApi, type ApiProcess } from '../../testing/spawn-api.ts';

/** Several processes of both APIs behind one address, like instances that come and go in the cloud. */
export interface ApiFleet {
  /** A client of the browsers' API with this ID token; each call goes to one of the processes. */
  browser(token: string): Client;
  /** A client of the agents' API; without a token, for the exchange. */
  agent(token?: string): Client;
  /** Ends one of them in the middle of its work; resolves when another has taken its place. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `size` processes, each with a log file of its own. */
export async function startFleet(size: number, newLog: () => string): Promise<ApiFleet> {
  const spawn = () => spawnApi({ API_LOG: newLog() });
  const live = new Set(await Promise.all(Array.from({ length: size }, spawn)));
  let calls = 0;
  const next = (): ApiProcess => {
    const all = [...live];
    const process = all[calls++ % all.length];
    if (!process) throw new Error('no API process lives');
    return process;
  };
  const clientAt = (address: 'url' | 'agentUrl', token?: string) =>
    createClient({
      headers: (): Record<string, string> => (token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      fetch: (path, init) => fetch(`${next()[address]}${String(path)}`, init),
    });
  return {
    browser: (token) => clientAt('url', token),
    agent: (token) => clientAt('agentUrl', token),
    async killOne() {
      const killed = next();
      live.delete(killed);
      // It handles no signal, so it ends in the middle of whatever it does.
      await killed.stop();
      live.add(await spawn());
    },
    async stop() {
      await Promise.all([...live].map((process) => process.stop()));
    },
  };
}
