import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestGithub {
  url: string;
  /** The paths and Authorization headers received, in order. */
  asked: string[];
  /** Sets the status of its replies from now on. */
  answer(status: number): void;
  stop(): Promise<void>;
}

/** A GitHub that always gives the same reply, for testing how that is handled. */
export async function startTestGithub(): Promise<TestGithub> {
  const asked: string[] = [];
  let status = 200;
  const server = createServer((req, res) => {
    asked.push(`${req.url} ${req.headers.authorization}`);
    res.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: (wanted) => void (status = wanted),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
