import { createHmac } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { env } from '../settings/env.ts';
import { callerAddresses } from './caller-addresses.ts';
import { refuseSpent, takeCall } from './rate-limit.ts';

/** Whether Hosting may be in front of an app; its own address can be called by anybody all the same. */
export interface Standing {
  behindHosting: boolean;
}

/** All callers behind one address of Hosting together may make this many times the calls of one caller. */
const BEHIND_ONE_EDGE = 20;

const FREE = { isFree: true };

/**
 * The rate limit of one address, before authentication. Behind Hosting it counts the whole chain of appended addresses,
 * so that nobody who calls the function's own address can use up another's allowance by forging theirs; and, with more
 * room, the address that connected to the platform, so that forging gains little. Addresses are kept as keyed hashes,
 * for minutes; one that is seen a few times is not written down at all, as anybody can make up any number of them.
 *
 * A second allowance known to be spent is checked first: otherwise each forged address would still cost a write and a
 * read. It is taken last all the same: a call refused for its own address uses up nothing of what others behind the
 * same address of Hosting share.
 */
export function limitAddress({ behindHosting }: Standing): RequestHandler {
  return async (req, _res, next) => {
    const { RATE_LIMIT_ADDRESS: perMinute } = env();
    const { nearest, way } = callerAddresses(appendedTo(req), env().TRUSTED_PROXIES);
    const edge = behindHosting && way !== nearest ? `edge-${hashOf(nearest)}` : null;
    if (edge) refuseSpent(edge);
    await takeCall(`address-${hashOf(behindHosting ? way : nearest)}`, perMinute, null, FREE);
    if (edge) await takeCall(edge, perMinute * BEHIND_ONE_EDGE, null, FREE);
    next();
  };
}

/** As Express reads them by its setting `trust proxy`: only the last ones, however many the caller sent. */
const appendedTo = (req: Request) => (req.ips.length > 0 ? req.ips : [req.ip ?? '']);

function hashOf(network: string): string {
  return createHmac('sha256', env().JWT_KEY[0]).update(network).digest('base64url');
}
