// The scheme, for those who sign (they know OBJECT_STORE_URL and OBJECT_STORE_KEY):
//
//   <OBJECT_STORE_URL>/objects/<name>?method=<M>&expires=<E>&max=<B>&signature=<S>
//
//   <name>  parts of letters, digits, '.', '_', '-' joined by '/'; no part begins with '.'
//   <M>     PUT, GET (also allows HEAD) or DELETE (also of all objects below the name)
//   <E>     seconds since 1970 after which the address is refused
//   <B>     most bytes a PUT may have; 0 for the others
//   <S>     lower-case hex of HMAC-SHA256, keyed with the UTF-8 bytes of OBJECT_STORE_KEY, over the lines
//           M, '/objects/' + name, E, B, joined by '\n', without one at the end
//
// A PUT carries the same headers as for Cloud Storage: x-goog-content-length-range: 0,<B> and
// x-goog-if-generation-match: 0 (nothing is replaced). Without them it is refused, as signed addresses there refuse it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type ObjectMethod = 'PUT' | 'GET' | 'DELETE';

export interface Grant {
  method: ObjectMethod;
  name: string;
  /** Seconds since 1970. */
  expires: number;
  maxBytes: number;
}

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** The address that grants one act on one object for a short time. Throws for a name that is not allowed. */
export function signUrl(baseUrl: string, key: string, grant: Grant): string {
  if (!NAME.test(grant.name)) throw new Error(`not an object name: ${grant.name}`);
  const query = new URLSearchParams({
    method: grant.method,
    expires: String(grant.expires),
    max: String(grant.maxBytes),
    signature: signatureOf(key, grant),
  });
  return `${baseUrl}/objects/${grant.name}?${query}`;
}

/** Reads the grant from a request; undefined unless it is signed, not expired, and for this method. */
export function verify(key: string, method: string, url: URL, now = Date.now()): Grant | undefined {
  const granted = url.searchParams.get('method');
  if (granted !== 'PUT' && granted !== 'GET' && granted !== 'DELETE') return undefined;
  const grant: Grant = {
    method: granted,
    name: url.pathname.replace(/^\/objects\//, ''),
    expires: Number(url.searchParams.get('expires')),
    maxBytes: Number(url.searchParams.get('max')),
  };
  const given = Buffer.from(url.searchParams.get('signature') ?? '', 'hex');
  const expected = Buffer.from(signatureOf(key, grant), 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const asked = method === 'HEAD' ? 'GET' : method;
  return NAME.test(grant.name) && granted === asked && now / 1000 <= grant.expires ? grant : undefined;
}

function signatureOf(key: string, { method, name, expires, maxBytes }: Grant): string {
  const lines = [method, `/objects/${name}`, expires, maxBytes].join('\n');
  return createHmac('sha256', key).update(lines).digest('hex');
}

/** True when an upload carries the headers that belong to its grant. */
export function hasUploadHeaders(headers: IncomingHttpHeaders, { maxBytes }: Grant): boolean {
  return headers['x-goog-content-length-range'] === `0,${maxBytes}` && headers['x-goog-if-generation-match'] === '0';
}
