import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  url: string;
  close(): Promise<void>;
}

/** Serves an app, or whatever else answers requests, on a free port of this machine. */
export async function serve(app: RequestListener): Promise<Served> {
  const server = createServer(app).listen(0, '127.0.0.1');
  // If an idle socket were closed just as a busy machine writes to it, a call would fail for nothing.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
