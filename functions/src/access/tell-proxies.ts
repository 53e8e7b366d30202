import type { Request, Router } from 'express';
import { env } from '../settings/env.ts';
import { isDoctorProof } from '../tokens/doctor-proof.ts';

/** The addresses that proxies have added to a request, and how many proxies the settings count on. */
export function proxiesOf(req: Request): { forwarded: string; own: number; hosting: number } {
  const { TRUSTED_PROXIES: own, HOSTING_PROXIES: hosting } = env();
  return { forwarded: req.get('X-Forwarded-For') ?? '', own, hosting };
}

/** Tells the doctor, which sends a proof, how its call came through Hosting; anybody else gets a 404. */
export function mountProxies(router: Router): void {
  router.get('/api/proxies', async (req, res, next) => {
    if (!(await isDoctorProof(req.get('X-Doctor-Proof')))) return next();
    res.json(proxiesOf(req));
  });
}
