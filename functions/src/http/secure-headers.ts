import { VERSION_HEADER } from '@countersign/contract';
import type { RequestHandler } from 'express';
import { DomainError } from '../lib/errors.ts';
import { version } from '../settings/version.ts';

/**
 * Headers of every reply. There are no CORS headers: pages of other origins can read nothing, and their calls that
 * would change something are refused here, before authentication.
 */
export const secureHeaders: RequestHandler = (req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Pages of another version look for an update of themselves.
    [VERSION_HEADER]: version,
    'Strict-Transport-Security': 'max-age=31536000',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  if (!isSafe(req.method) && req.get('Sec-Fetch-Site') === 'cross-site') {
    throw new DomainError('unauthorized', 'Calls from other sites are refused');
  }
  next();
};

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
