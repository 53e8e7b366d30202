import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { env } from '../settings/env.ts';
import { unauthorized } from '../lib/errors.ts';

/** The source of an agent's call: one execution of one container. */
export interface AgentCaller {
  containerId: string;
  projectId: string;
  userId: string;
  /** The execution's epoch; a newer start of the container makes it stale. */
  epoch: number;
}

const ISSUER = 'countersign';
const AUDIENCE = 'countersign-agent-api';
const LIFETIME = '7d'; // as long as Cloud Run lets an execution live

const claims = z.object({ sub: z.string(), project: z.string(), user: z.string(), epoch: z.number() });

const bytesOf = (key: string) => new TextEncoder().encode(key);

/** A container's token for one epoch: HS256, 7 days, valid for the agent API and one project only. */
export function mintContainerToken({ containerId, projectId, userId, epoch }: AgentCaller): Promise<string> {
  return new SignJWT({ project: projectId, user: userId, epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(containerId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(bytesOf(env().JWT_KEY[0]));
}

/**
 * Checks signature, times and purpose; each write's transaction checks that the epoch is the newest. Throws
 * `unauthorized`.
 */
export async function verifyContainerToken(token: string): Promise<AgentCaller> {
  for (const key of env().JWT_KEY) {
    const caller = await callerOf(token, key);
    if (caller) return caller;
  }
  throw unauthorized('This token gives no access to the agent API');
}

async function callerOf(token: string, key: string): Promise<AgentCaller | null> {
  try {
    const options = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'] };
    const { payload } = await jwtVerify(token, bytesOf(key), options);
    const { sub, project, user, epoch } = claims.parse(payload);
    return { containerId: sub, projectId: project, userId: user, epoch };
  } catch {
    return null;
  }
}
