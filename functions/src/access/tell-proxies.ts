import type { Request, Router } from 'express';
import { env } from '../settings/env.ts';
import { isDoctorProof } from '../tokens/doctor-proof.ts';

/** What the proxies before a function have made of a request, and what the settings take for theirs. */
export function proxiesOf(req: Request): { forwarded: string; own: number; hosting: number } {
  const { TRUSTED_PROXIES: own, HOSTING_PROXIES: hosting } = env();
  return { forwarded: req.get('X-Forwarded-For') ?? '', own, hosting };
}

/** Tells the doctor, who has a proof, how its call came through Hosting; to anybody else there is no such address. */
export function mountProxies(router: Router): void {
  router.get('/api/proxies', async (req, res, next) => {
    if (!(await isDoctorProof(req.get('X-Doctor-Proof')))) return next();
    res.json(proxiesOf(req));
  });
}
