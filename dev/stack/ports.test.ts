import { expect, test, vi } from 'vitest';
import { listen } from '../lib/listen.ts';
import { freePort } from '../lib/ports.ts';
import { checkPort, checkPorts, movedPorts, START_PORTS, testPorts, type Ports } from './ports.ts';

async function freePorts(): Promise<Ports> {
  const entries = Object.keys(START_PORTS).map(async (key) => [key, await freePort()] as const);
  return { ...START_PORTS, ...Object.fromEntries(await Promise.all(entries)) };
}

test('free ports are fine', async () => {
  await expect(checkPorts(await freePorts())).resolves.toBeUndefined();
});

test('every taken port is named with what it is for', async () => {
  const other = await listen((_req, res) => res.end(), 0);
  const ports = await freePorts();
  await expect(checkPorts({ ...ports, auth: other.port })).rejects.toThrow(`Port ${other.port} (Auth) is taken.`);
  await expect(checkPorts({ ...ports, auth: other.port, objects: other.port })).rejects.toThrow(
    `Ports ${other.port} (Auth), ${other.port} (objects) are taken.`,
  );
  await other.close();
});

test('a taken port comes with the words that move it, and port 5000 with who has it on a Mac', async () => {
  const other = await listen((_req, res) => res.end(), 0);
  const ports = { ...(await freePorts()), auth: other.port };
  const moved = `COUNTERSIGN_PORTS='${JSON.stringify({ ...ports, auth: other.port + 10 })}'`;
  await expect(checkPorts(ports), 'with those that are moved already').rejects.toThrow(`${moved} npm start`);
  vi.stubEnv('npm_lifecycle_event', 'dev');
  await expect(checkPorts(ports)).rejects.toThrow(`${moved} npm run dev`);
  vi.unstubAllEnvs();
  await expect(checkPorts(ports)).rejects.not.toThrow('AirPlay');
  await other.close();
});

test('a single port is checked by itself', async () => {
  const other = await listen((_req, res) => res.end(), 0);
  await expect(checkPort('Vite', other.port)).rejects.toThrow(`Port ${other.port} (Vite) is taken.`);
  await other.close();
  await expect(checkPort('Vite', await freePort())).resolves.toBeUndefined();
});

test('tests get ports nobody listens on', async () => {
  await expect(checkPorts(await testPorts())).resolves.toBeUndefined();
});

test('a stack beside another one has a push service of its own, also where nobody names its port', () => {
  expect(movedPorts({})).toEqual(START_PORTS);
  expect(movedPorts({ hosting: 5010, functions: 5011 })).toMatchObject({ hosting: 5010, functions: 5011, push: 5012 });
  expect(movedPorts({ hosting: 5010, push: 7000 }).push).toBe(7_000);
});
