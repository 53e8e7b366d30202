import { createHmac } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { env } from '../settings/env.ts';
import { callerAddresses } from './caller-addresses.ts';
import { refuseSpent, takeCall } from './rate-limit.ts';

/** Whether Hosting may stand before an app; anybody can call it at its own address all the same. */
export interface Standing {
  behindHosting: boolean;
}

/** People behind one address of Hosting, all together: so many times what one of them may call. */
const BEHIND_ONE_EDGE = 20;

/**
 * The limit of one address, before anybody is asked who calls. Behind Hosting it counts the whole way that was appended,
 * so that nobody who calls the function's own address can use up another's allowance by inventing theirs, and besides,
 * with more room, who spoke to the platform: to invent addresses then wins little. Kept as keyed hashes, for minutes.
 *
 * Where the second allowance is known to be spent, that is said first: else each address that is invented would go on costing a
 * write and a read. It is taken last all the same: what is refused for its own address uses up nothing of what others behind the
 * same address of Hosting share.
 */
export function limitAddress({ behindHosting }: Standing): RequestHandler {
  return async (req, _res, next) => {
    const { RATE_LIMIT_ADDRESS: perMinute } = env();
    const { nearest, way } = callerAddresses(appendedTo(req), env().TRUSTED_PROXIES);
    const edge = behindHosting && way !== nearest ? `edge-${hashOf(nearest)}` : null;
    if (edge) refuseSpent(edge);
    await takeCall(`address-${hashOf(behindHosting ? way : nearest)}`, perMinute, null);
    if (edge) await takeCall(edge, perMinute * BEHIND_ONE_EDGE, null);
    next();
  };
}

/** As Express reads them by its setting `trust proxy`: the last ones, however many a caller wrote before. */
const appendedTo = (req: Request) => (req.ips.length > 0 ? req.ips : [req.ip ?? '']);

function hashOf(network: string): string {
  return createHmac('sha256', env().JWT_KEY[0]).update(network).digest('base64url');
}
