import { timingSafeEqual } from 'node:crypto';
import type { Router } from 'express';
import { env } from '../settings/env.ts';
import { unauthorized } from '../lib/errors.ts';
import { sweep } from './sweep.ts';

/** `POST /internal/sweep` with the key in `x-sweep-key`: a sweep on demand, where no scheduler runs (local stack, tests). */
export function mountSweep(router: Router): void {
  router.post('/internal/sweep', async (req, res) => {
    if (!isKey(req.get('x-sweep-key'))) throw unauthorized('This address is not for you');
    await sweep();
    res.status(204).end();
  });
}

function isKey(given = ''): boolean {
  const { SWEEP_KEY = [] } = env(); // a function that has no such key opens to nobody
  const offered = Buffer.from(given);
  return SWEEP_KEY.map((key) => Buffer.from(key)).some(
    (key) => key.length === offered.length && timingSafeEqual(key, offered),
  );
}
