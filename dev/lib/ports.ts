import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Below the ports that systems use for outgoing connections (Linux from 32768 on): one of those may be taken between
 * being found here and being listened on.
 */
const FIRST = 15_000;
const LAST = 32_000;
const ATTEMPTS = 100;
/** By then, whoever was given a port listens on it, or never will. */
const RESERVED_MS = 5 * 60_000;
const reservations = join(tmpdir(), `countersign-ports-${userInfo().username}`);

/** A port of 127.0.0.1 that nobody listens on and no process was given recently. Throws if there seems to be none. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (reserve(port) && !(await cannotListen(port))) return port;
  }
  throw new Error(`${ATTEMPTS} ports between ${FIRST} and ${LAST} are taken`);
}

/** Several runs may look for ports at the same time: a file marks a port as given to one of them. */
function reserve(port: number): boolean {
  const file = join(reservations, String(port));
  mkdirSync(reservations, { recursive: true });
  const reservedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - reservedAt < RESERVED_MS) return false;
  // Where there was none, somebody may just have put his.
  if (reservedAt > 0) rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false; // somebody was faster
  }
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
