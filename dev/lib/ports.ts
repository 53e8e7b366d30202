import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('the system gave no port');
  return address.port;
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
