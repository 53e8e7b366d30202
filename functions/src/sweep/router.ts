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
  const [a, b] = [Buffer.from(given), Buffer.from(env().SWEEP_KEY)];
  return a.length === b.length && timingSafeEqual(a, b);
}
