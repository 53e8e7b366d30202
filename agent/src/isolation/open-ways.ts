import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { connect, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { AgentUser } from '../workspace/agent-user.ts';
import { giveTo } from '../workspace/agent-user.ts';
import { createEgressProxy } from './egress-proxy.ts';

/** The ways out of an agent's isolation: sockets in a folder that it sees, and the port of each inside. */
export interface Ways {
  folder: string;
  ports: Record<number, string>;
  /** The port of the internet proxy, inside; null without one. */
  internetPort: number | null;
  close(): void;
}

/** Inside, only the model's port could collide with these. */
const INTERNET_PORTS = [8118, 8119] as const;

/** Opens the ways in a new folder of `parent`: to the model's proxy if there is one, and to the internet if allowed. */
export async function openWays(
  parent: string,
  {
    modelPort,
    internet,
    user,
    log,
  }: { modelPort: number | null; internet: boolean; user: AgentUser | null; log: (line: string) => void },
): Promise<Ways> {
  const folder = mkdtempSync(join(parent, 'ways-'));
  const handle = openSync(folder, 'r');
  const servers: Server[] = [];
  const ports: Record<number, string> = {};
  const serve = async (server: Server, name: string, port: number) => {
    // The folder's own path may be longer than a socket's may be.
    const path = `/proc/self/fd/${handle}/${name}`;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, 0o666);
    servers.push(server);
    ports[port] = name;
  };
  if (modelPort !== null) await serve(socketTo(modelPort), 'model', modelPort);
  const internetPort = INTERNET_PORTS.find((port) => port !== modelPort) ?? null;
  if (internet && internetPort !== null) await serve(createEgressProxy({ modelPort, log }), 'internet', internetPort);
  await giveTo(user, folder);
  return {
    folder,
    ports,
    internetPort: internet ? internetPort : null,
    close() {
      for (const server of servers) {
        server.close();
        if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
      }
      closeSync(handle);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Forwards each connection to a port of this machine. */
function socketTo(port: number): Server {
  return createSocketServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
}
