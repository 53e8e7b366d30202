import type { Express } from 'express';
import type { AddressInfo } from 'node:net';

export interface Served {
  url: string;
  close(): Promise<void>;
}

/** Serves an app on a free port of this machine. */
export async function serve(app: Express): Promise<Served> {
  const server = app.listen(0, '127.0.0.1');
  // If an idle socket were closed just as a busy machine writes to it, a call would fail for nothing.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
