import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  url: string;
  port: number;
  /** Ends open connections, too. */
  close(): Promise<void>;
}

/** Answers requests on a free port of this machine. */
export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  // A socket closed for being idle, just as a busy machine writes to it, would fail a call for nothing.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
