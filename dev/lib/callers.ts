import type { IncomingMessage } from 'node:http';

/**
 * Why a local service does not answer a request; null where it does. What listens on this machine is for its programs: a browser here
 * shows pages of the whole internet, and any of them can send requests to 127.0.0.1, also under a name of its own that it has lead here
 * (DNS rebinding). Links are followed: somebody opens a pull request of the local git host from the app.
 */
export function refusalOf({ headers, method }: IncomingMessage, port: number): string | null {
  const host = headers.host?.toLowerCase() ?? '';
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return `Not asked for by its own address: ${host}`;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return `Not for pages of ${headers.origin}`;
  const site = headers['sec-fetch-site'] ?? 'none';
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === 'none' || site === 'same-origin' || isLink ? null : 'Not for pages of other sites';
}
