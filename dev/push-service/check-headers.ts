import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(?:https:|mailto:)/) });
const DAY_SECONDS = 24 * 60 * 60;

/** Why a push service refuses a message, by RFC 8030 and 8292: status and reason; null if it does not. */
export function refusalOf(headers: IncomingHttpHeaders, origin: string): [status: number, why: string] | null {
  if (!/^\d+$/.test(String(headers.ttl ?? ''))) return [400, 'There is no TTL'];
  if (headers['content-encoding'] !== 'aes128gcm') return [415, 'The content encoding is not aes128gcm'];
  if (headers.topic !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic))) return [400, 'No topic'];
  if (!/^(?:very-low|low|normal|high)$/.test(String(headers.urgency ?? 'normal'))) return [400, 'No urgency'];
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (!token || !key) return [401, 'There is no signature'];
  return isSigned(token, key, origin)
    ? null
    : [403, 'The signature is not that of its key, for this service, or in time'];
}

function isSigned(token: string, key: string, origin: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  const asSigned = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, asSigned, Buffer.from(signature, 'base64url'))) return false;
  const said = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const now = Date.now() / 1000;
  return said.success && said.data.aud === origin && said.data.exp > now && said.data.exp <= now + DAY_SECONDS;
}
