import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** So many of the 17,000 ports that two independent processes would share some. */
const EACH = 400;

test('two processes that look for ports at the same time are given different ones', async () => {
  const module = join(import.meta.dirname, 'ports.ts');
  const script = `
    const { freePort } = await import(${JSON.stringify(module)});
    const ports = [];
    for (let n = 0; n < ${EACH}; n += 1) ports.push(await freePort());
    console.log(JSON.stringify(ports));`;
  const look = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  const found = await Promise.all([look(), look()]);
  const ports = found.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
  expect(ports).toHaveLength(2 * EACH);
  expect(new Set(ports).size).toBe(2 * EACH);
});
