import { jwtVerify, SignJWT } from 'jose';
import { env } from '../settings/env.ts';

const AUDIENCE = 'countersign-doctor';
const LIFETIME = '5m';

const bytesOf = (key: string) => new TextEncoder().encode(key);

/**
 * Proves to a function without the SWEEP_KEY that the caller has it: for minutes, and only for what the doctor looks
 * at.
 */
export function mintDoctorProof(): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(bytesOf(env().JWT_KEY[0]));
}

/** Whether this is such a proof. */
export async function isDoctorProof(given = ''): Promise<boolean> {
  for (const key of env().JWT_KEY) {
    const isOurs = await jwtVerify(given, bytesOf(key), { audience: AUDIENCE, algorithms: ['HS256'] }).then(
      () => true,
      () => false,
    );
    if (isOurs) return true;
  }
  return false;
}
