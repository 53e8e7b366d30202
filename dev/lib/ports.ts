import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768 on): one of those may be taken between being found here
 * and being listened on.
 */
const FIRST = 15_000;
const LAST = 32_000;
const ATTEMPTS = 100;
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, and that was not given before. Throws when there seems to be none. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (given.has(port) || (await cannotListen(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`${ATTEMPTS} ports between ${FIRST} and ${LAST} are taken`);
}

/** True when something listens on the port, on loopback or everywhere. */
export async function isTaken(port: number): Promise<boolean> {
  return (await cannotListen(port)) || (await accepts(port));
}

async function cannotListen(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), 1_000).unref();
    socket.once('connect', () => socket.destroy());
  });
}
