import { afterEach, expect, test } from 'vitest';
import { listen, type Listening } from '../lib/listen.ts';
import { StartError } from '../lib/start-error.ts';
import { isHealthy } from './firebase.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

async function answering(status: number, body: string): Promise<string> {
  server = await listen((_req, res) => res.writeHead(status).end(body), 0);
  return `http://127.0.0.1:${server.port}/api/health`;
}

test('a wrong setting is reported at once in its own words', async () => {
  const url = await answering(
    500,
    JSON.stringify({ code: 'not_configured', message: 'Configuration: MODEL_CONTEXT is small' }),
  );
  await expect(isHealthy(url)).rejects.toThrow(StartError);
  await expect(isHealthy(url)).rejects.toThrow('Configuration: MODEL_CONTEXT is small');
});

test('any other answer is waited for', async () => {
  expect(await isHealthy(await answering(500, 'Not yet'))).toBe(false);
  await server?.close();
  expect(await isHealthy(await answering(200, '{"status":"ok"}'))).toBe(true);
});
