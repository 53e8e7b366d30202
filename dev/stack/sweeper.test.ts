import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startSweeper } from './sweeper.ts';

it('sweeps again where a sweep is never answered, as when the functions are killed during one', async () => {
  const calls: string[] = [];
  let sweptAgain: () => void = () => undefined;
  const again = new Promise<void>((resolve) => (sweptAgain = resolve));
  const server = createServer(({ url = '' }, res) => {
    calls.push(url);
    if (calls.length === 1) return; // nothing ever comes
    res.writeHead(204).end();
    sweptAgain();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sweeper = startSweeper(`http://127.0.0.1:${port}`, 'key', { everyMs: 10, limitMs: 50 });
  try {
    await again;
    expect(calls.slice(0, 2)).toEqual(['/internal/sweep', '/internal/sweep']);
  } finally {
    await sweeper.stop();
    server.closeAllConnections();
    server.close();
  }
});
