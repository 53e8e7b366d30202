import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { env } from '../settings/env.ts';
import { takeCall } from './rate-limit.ts';

/**
 * The limit of one address, before anybody is asked who calls. The address is kept as a keyed hash only, for minutes;
 * it is what the trusted proxies say (TRUSTED_PROXIES).
 */
export const limitAddress: RequestHandler = async (req, _res, next) => {
  const hash = createHmac('sha256', env().JWT_KEY)
    .update(req.ip ?? '')
    .digest('base64url');
  await takeCall(`address-${hash}`, env().RATE_LIMIT_ADDRESS, null);
  next();
};
