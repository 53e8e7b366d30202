import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readJsonFile } from './lib/json-file.ts';
import { identify } from './lib/processes.ts';
import { Stack } from './stack.ts';
import { testPorts } from './stack/ports.ts';

const server = createServer();
afterEach(() => void server.close());

test('a start has its folder from the beginning, not only once its programs run', async () => {
  const ports = await testPorts();
  await new Promise<void>((resolve) => server.listen(ports.hosting, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'countersign-begun-'));
  const root = join(import.meta.dirname, '..');
  const stack = new Stack({ root, folder, ports, projectId: 'demo-begun', say: () => undefined });
  await expect(stack.start()).rejects.toThrow(`Port ${ports.hosting} (Hosting) is taken`);
  await stack.kill();
  const { owner } = readJsonFile(join(folder, 'processes.json'), (value) => value as { owner: unknown }) ?? {};
  expect(owner).toEqual(identify(process.pid));
});
