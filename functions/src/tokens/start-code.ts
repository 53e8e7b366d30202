import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../settings/env.ts';

/**
 * The start code of one execution. It is computed, not stored: a retried start hands out the same one. It is good for
 * one exchange only. Its form: container, epoch, proof.
 */
export function startCodeOf(containerId: string, epoch: number): string {
  return `${containerId}.${epoch}.${proof(containerId, epoch, env().JWT_KEY[0]).toString('base64url')}`;
}

/** The container and epoch of a start code; null when we did not make it. */
export function readStartCode(code: string): { containerId: string; epoch: number } | null {
  const [, containerId = '', epochText = '', given = ''] = /^([\w-]{1,64})\.(\d{1,9})\.([\w-]+)$/.exec(code) ?? [];
  const epoch = Number(epochText);
  const offered = Buffer.from(given, 'base64url');
  const isOurs = env().JWT_KEY.some((key) => {
    const wanted = proof(containerId, epoch, key);
    return offered.length === wanted.length && timingSafeEqual(offered, wanted);
  });
  return isOurs ? { containerId, epoch } : null;
}

function proof(containerId: string, epoch: number, key: string): Buffer {
  return createHmac('sha256', key).update(`start-code:${containerId}:${epoch}`).digest();
}
