import type { Request } from 'express';

/** Who asks: nobody, somebody with a token that the host knows, or somebody with a wrong one. */
export type Caller = 'anonymous' | 'known' | 'unknown';

/** Reads `Basic` (token as password, any user), `Bearer` and `token` credentials, as GitHub does. */
export function callerOf(req: Request, tokens: readonly string[]): Caller {
  const header = req.get('authorization');
  if (header === undefined) return 'anonymous';
  return tokens.includes(tokenIn(header)) ? 'known' : 'unknown';
}

function tokenIn(header: string): string {
  const [scheme = '', value = ''] = header.split(' ');
  if (scheme.toLowerCase() !== 'basic') return value;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
