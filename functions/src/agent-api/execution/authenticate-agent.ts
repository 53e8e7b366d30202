import type { Request } from 'express';
import { checkOwner } from '../../access/admission.ts';
import { transact } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import { containers } from '../../store/firestore.ts';
import { readBearer } from '../../access/authenticate-user.ts';
import type { Authenticated } from '../../http/route.ts';
import { verifyContainerToken, type AgentCaller } from '../../tokens/container-token.ts';

/** Executions that this instance knows have used their token, after which the exchange is closed to them. */
const closed = new Set<string>();
const CLOSED_LIMIT = 10_000;

/**
 * The execution that a request comes from; its first request closes the exchange. Throws `unauthorized`, and
 * `not_admitted` when the owner of the container may not use this deployment any more.
 */
export async function authenticateAgent(req: Request): Promise<Authenticated<AgentCaller>> {
  const caller = await verifyContainerToken(readBearer(req));
  await checkOwner(caller.userId);
  const key = `${caller.containerId}.${caller.epoch}`;
  if (!closed.has(key)) {
    await closeExchange(caller);
    if (closed.size >= CLOSED_LIMIT) closed.clear();
    closed.add(key);
  }
  return { caller };
}

async function closeExchange({ containerId, epoch }: AgentCaller): Promise<void> {
  const ref = containers().doc(containerId);
  const isOpen = (container?: { epoch: number; exchangeClosed: boolean }) =>
    container?.epoch === epoch && !container.exchangeClosed;
  if (!isOpen(await read(ref))) return;
  await transact(async (tx) => {
    if (isOpen(await tx.read(ref))) tx.update(ref, { exchangeClosed: true });
  });
}
