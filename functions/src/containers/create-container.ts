import { containerStatuses, type Container } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { mintContainerToken } from '../agent-api/container-token.ts';
import { recordEvent } from '../audit/record-event.ts';
import { commit, read, type Writer } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { notFound, upstreamFailed } from '../errors.ts';
import { containers, outbox, projects } from '../firestore.ts';
import { newId } from '../id.ts';
import { createWithinQuota } from '../limits/quota.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readOwnProject } from '../projects/read-own-project.ts';
import { userContainersIn } from '../queries.ts';
import { deleteSecret, putSecret } from '../secrets/store.ts';
import { touch } from '../signals/touch.ts';
import { toContainer } from './to-container.ts';

/** What counts towards the quota. */
export const livingContainers = (userId: string) =>
  userContainersIn(
    userId,
    containerStatuses.filter((status) => status !== 'deleted'),
  );

export interface NewContainer {
  userId: string;
  projectId: string;
  name: string | null;
  imageTag: string;
  autoCreated: boolean;
}

/**
 * Creates a container and starts it; the start is tried for 2 s before the reply. Throws `not_found` for a project that
 * is not the user's, `quota_exceeded`, and `upstream_failed` when Cloud Run refuses: then nothing of it is left.
 */
export async function createContainer(
  userId: string,
  projectId: string,
  { name = null, imageTag }: { name?: string | null | undefined; imageTag: string },
): Promise<Container> {
  await readOwnProject(userId, projectId);
  const id = newId();
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch: 1 });
  const entry = await writeWithinQuota(id, token, { userId, projectId, name, imageTag, autoCreated: false });
  await drain(entry);
  const container = await read(containers().doc(id));
  if (!container) throw notFound('Container');
  if (wasRefused(container)) return takeBack(container);
  await touch(userId, [
    { kind: 'container', id },
    { kind: 'project', id: projectId },
  ]);
  return toContainer(container);
}

/** Also touches the project: the whole fails when that was deleted at this moment. */
function writeWithinQuota(id: string, token: string, container: NewContainer): Promise<OutboxDocument> {
  const { userId, projectId } = container;
  return createWithinQuota('containers', livingContainers(userId), {
    create(writer) {
      writer.update(projects().doc(projectId), { updatedAt: Timestamp.now() });
      recordEvent(writer, {
        userId,
        actor: 'owner',
        action: 'container_created',
        subjectId: id,
        detail: { projectId },
      });
      return writeNewContainer(writer, id, token, container);
    },
    undo(writer, entry) {
      eraseNewContainer(writer, id);
      writer.delete(outbox().doc(entry.id));
    },
  });
}

/** Writes a container that waits for its first start, its token, and the promise to start it. */
export function writeNewContainer(writer: Writer, id: string, token: string, container: NewContainer): OutboxDocument {
  const now = Timestamp.now();
  const document: ContainerDocument = {
    ...container,
    id,
    status: 'pending',
    desired: 'running',
    epoch: 1,
    execution: null,
    heartbeatAt: null,
    message: null,
    exitCode: null,
    pauseRequestedAt: null,
    exchangeNonce: null,
    exchangeClosed: false,
    admitted: false,
    waits: false,
    autoStarts: 0,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
  };
  writer.create(containers().doc(id), document);
  putSecret(writer, container.userId, 'container-jwt', id, token);
  return enqueue(writer, container.userId, 'start_container', id);
}

/** A first start that Cloud Run refused outright left the container paused without ever having had an execution. */
const wasRefused = ({ status, execution, completedAt }: ContainerDocument) =>
  status === 'paused' && execution === null && completedAt === null;

async function takeBack({ id, message }: ContainerDocument): Promise<never> {
  await commit((writer) => eraseNewContainer(writer, id));
  throw upstreamFailed(`Cloud Run refused to start the container: ${message ?? 'no reason given'}`);
}

function eraseNewContainer(writer: Writer, id: string): void {
  writer.delete(containers().doc(id));
  deleteSecret(writer, 'container-jwt', id);
}
