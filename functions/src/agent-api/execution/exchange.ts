import { createHash } from 'node:crypto';
import type { Exchanged, ModelEndpoint } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { checkOwner } from '../../access/admission.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { commit, transact, type Tx } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { env } from '../../settings/env.ts';
import { endpointOf, modelNames } from '../../settings/models.ts';
import { unauthorized } from '../../lib/errors.ts';
import { containers } from '../../store/firestore.ts';
import { whatRemains } from '../../quotas/days/daily-caps.ts';
import { putSecret, readSecret } from '../../secrets/store.ts';
import { isTooOld, refuseOldRunner } from './old-runner.ts';
import { heartbeatSeconds } from '../../state/fence.ts';
import { mintContainerToken } from '../../tokens/container-token.ts';
import { readStartCode } from '../../tokens/start-code.ts';

/** Seconds that a container created for waiting tasks stays when no task is left. */
const AUTO_CREATED_IDLE_SECONDS = 10;

interface Offer {
  code: string;
  nonce: string;
  protocol?: number | null | undefined;
  version?: string | null | undefined;
}

/**
 * Trades a start code for the container's token and the model's key. The same nonce may ask again until the token is
 * used, as the reply may have been lost; another nonce is refused and audited. Throws `unauthorized`, `not_admitted`
 * when the container's owner may not use this deployment any more, and `conflict` for a runner that is too old.
 */
export async function exchange({ code, nonce, protocol = null, version = null }: Offer): Promise<Exchanged> {
  const start = readStartCode(code);
  if (!start) throw unauthorized('This start code is not valid');
  const owner = (await read(containers().doc(start.containerId)))?.userId;
  if (owner !== undefined) await checkOwner(owner);
  const tooOld = isTooOld(protocol) ? await refuseOldRunner(start.containerId, start.epoch) : null;
  if (tooOld) throw tooOld;
  const nonceHash = createHash('sha256').update(nonce).digest('hex');
  const taken = { exchangeNonce: nonceHash, protocol, runnerVersion: version };
  const container = await transact((tx) => take(tx, start, taken));
  if (!container) throw unauthorized('This start code is no longer valid');
  if (container.exchangeClosed || container.exchangeNonce !== nonceHash) {
    await auditRefusal(container);
    throw unauthorized('This start code has been used');
  }
  const token = await readSecret(container.userId, 'container-jwt', container.id);
  if (!token) throw unauthorized('This start code is no longer valid');
  const { modelAllowance } = await whatRemains(container.userId, Timestamp.now());
  const { IDLE_SECONDS, FREE_WAIT_SECONDS, TASK_LIMIT_SECONDS, SILENT_SECONDS, SILENT_LIMIT_SECONDS } = env();
  const asksBeforeReading = env().ASK_BEFORE_READING === 'on';
  return {
    token,
    containerId: container.id,
    projectId: container.projectId,
    epoch: container.epoch,
    heartbeatSeconds: heartbeatSeconds(),
    freeWaitSeconds: FREE_WAIT_SECONDS,
    idleSeconds: container.autoCreated ? Math.min(IDLE_SECONDS, AUTO_CREATED_IDLE_SECONDS) : IDLE_SECONDS,
    taskLimitSeconds: TASK_LIMIT_SECONDS,
    silentSeconds: SILENT_SECONDS,
    silentLimitSeconds: SILENT_LIMIT_SECONDS,
    asksBeforeReading,
    model: defaultModel(),
    modelAllowance,
  };
}

/** For runners of earlier versions: by now each claim names the model chosen for its task. */
function defaultModel(): ModelEndpoint | null {
  const [name] = modelNames();
  return name === undefined ? null : endpointOf(name);
}

/**
 * Accepts the first nonce; the container is running then, with a new token: it may have waited for its start longer than
 * the token lasts that it was created with. Null for a code of another start, or of none.
 */
async function take(
  tx: Tx,
  start: { containerId: string; epoch: number },
  taken: Pick<ContainerDocument, 'exchangeNonce' | 'protocol' | 'runnerVersion'>,
): Promise<ContainerDocument | null> {
  const container = await tx.read(containers().doc(start.containerId));
  const isOurs = container?.epoch === start.epoch && container.desired !== 'deleted';
  if (!container || !isOurs || !['pending', 'running'].includes(container.status)) return null;
  if (container.exchangeNonce !== null) return container;
  const { id, projectId, userId, epoch } = container;
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch });
  putSecret(tx, { userId, kind: 'container-jwt', subjectId: id, plaintext: token });
  const now = Timestamp.now();
  const change = { ...taken, heartbeatAt: now, startedAt: container.startedAt ?? now };
  if (container.status === 'running') {
    tx.update(containers().doc(id), change);
    tx.signal(userId, { kind: 'container', id });
  } else changeContainerStatus(tx, container, { to: 'running', by: 'system', on: 'started' }, change);
  return { ...container, ...change };
}

function auditRefusal({ id, userId, epoch }: ContainerDocument): Promise<void> {
  return commit((writer) =>
    recordEvent(writer, { userId, actor: 'agent', action: 'exchange_refused', subjectId: id, detail: { epoch } }),
  );
}
