import { connect } from 'node:net';

/** A request as it goes over the line. */
export interface RawRequest {
  method: string;
  /** Its path, or for a proxy the whole address. */
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends what no client would, on a connection of its own; resolves with all that comes back. */
export function sendRaw(port: number, { method, target, headers, body = '' }: RawRequest): Promise<string> {
  const all = { host: 'localhost', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const framed = 'transfer-encoding' in headers ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${framed}`);
    });
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
