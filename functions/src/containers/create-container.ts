import { setTimeout as delay } from 'node:timers/promises';
import { containerStatuses, type Container } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { mintContainerToken } from '../tokens/container-token.ts';
import { recordEvent } from '../audit/record-event.ts';
import { commit, type Writer } from '../effects/transact.ts';
import { read } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { Change, Promised } from '../effects/effects.ts';
import { env } from '../settings/env.ts';
import { defaultTag, isAllowedTag, tagRefusal } from '../settings/image-tags.ts';
import { conflict, invalidField, notFound, upstreamFailed } from '../lib/errors.ts';
import { containers, projects } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { idUnderKey } from '../lib/id-under-key.ts';
import { nothingCounted } from '../quotas/days/meter.ts';
import { createWithinQuota } from '../quotas/quota.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { userContainersIn } from '../store/queries.ts';
import { isWaiting } from './start/start-waiting.ts';
import { deleteSecret, putSecret } from '../secrets/store.ts';
import { toContainerReply } from '../replies/container-reply.ts';

/**
 * Milliseconds after which a container's start was tried, and the container erased if it was refused: as long as a reply
 * waits, and a busy database's time to erase it.
 */
const triedMs = () => env().REPLY_WAIT_SECONDS * 1000 + 8_000;
const LOOK_EVERY_MS = 100;

/** The statuses of containers that have not been deleted. */
export const livingStatuses = containerStatuses.filter((status) => status !== 'deleted');

/** The containers that count towards the quota. */
export const livingContainers = (userId: string) => userContainersIn(userId, livingStatuses);

export interface NewContainer {
  userId: string;
  projectId: string;
  name: string | null;
  imageTag: string;
  autoCreated: boolean;
}

/**
 * Creates a container and starts it; the start is tried for as long as a reply waits. Throws `not_found` for a project
 * that is not the user's, `invalid` for an image tag that is not allowed, `quota_exceeded`, and `upstream_failed` when
 * Cloud Run refuses, in which case nothing of it is left. The same request under the same key gets the same container,
 * with no second start; a different one gets `conflict`.
 */
export async function createContainer(
  userId: string,
  projectId: string,
  { name = null, imageTag = defaultTag() }: { name?: string | null | undefined; imageTag?: string | undefined },
  key: string | null = null,
): Promise<Container> {
  await readOwnProject(userId, projectId);
  if (!isAllowedTag(imageTag)) throw invalidField('imageTag', tagRefusal(imageTag));
  const asked: NewContainer = { userId, projectId, name, imageTag, autoCreated: false };
  const id = key === null ? newId() : idUnderKey('c', projectId, key);
  // Also where it was the last one that the quota allowed.
  const earlier = key === null ? undefined : await read(containers().doc(id));
  if (earlier) return sameReply(await tried(earlier), asked);
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch: 1 });
  const start = await writeWithinQuota(id, token, asked, key !== null);
  const container = await read(containers().doc(id));
  if (!container) throw start === null ? wasRefused() : notFound('Container');
  if (start?.outcome === 'refused') return takeBack(container);
  return sameReply(start === null ? await tried(container) : container, asked);
}

/**
 * The container of an earlier request, once its start was tried: that request waits as long, and erases a container that
 * was refused. Throws `upstream_failed` for one that was erased.
 */
async function tried(container: ContainerDocument): Promise<ContainerDocument> {
  const until = container.createdAt.toMillis() + triedMs();
  let current: ContainerDocument | undefined = container;
  while (current?.execution === null && !isWaiting(current) && Date.now() < until) {
    await delay(LOOK_EVERY_MS);
    current = await read(containers().doc(container.id));
  }
  if (current === undefined) throw wasRefused();
  return current;
}

const wasRefused = () => upstreamFailed('Cloud Run refused to start the container');

function sameReply(container: ContainerDocument, { name, imageTag }: NewContainer): Container {
  if (container.name !== name || container.imageTag !== imageTag) {
    throw conflict('Another container was asked for under this key. Ask for this one under a key of its own.');
  }
  return toContainerReply(container);
}

/**
 * Also writes the project, so that all of it fails if the project was deleted meanwhile. Null if a request with the same
 * key has created the container meanwhile.
 */
function writeWithinQuota(
  id: string,
  token: string,
  container: NewContainer,
  mayExist: boolean,
): Promise<Promised | null> {
  const { userId, projectId } = container;
  let isThere = false;
  return createWithinQuota('containers', livingContainers(userId), {
    check: mayExist ? async (tx) => void (isThere = (await tx.read(containers().doc(id))) !== undefined) : undefined,
    create(writer) {
      if (isThere) return null;
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
    undo(writer, start) {
      if (start !== null) eraseNewContainer(writer, id);
    },
  });
}

/** Writes a container, its token, and the promise to start it. Pages are told once the start was tried. */
export function writeNewContainer(writer: Writer, id: string, token: string, container: NewContainer): Promised {
  const now = Timestamp.now();
  const document: ContainerDocument = {
    ...container,
    id,
    status: 'pending',
    desired: 'running',
    epoch: 1,
    execution: null,
    executions: [],
    unnamedStarts: [],
    heartbeatAt: null,
    message: null,
    exitCode: null,
    pauseRequestedAt: null,
    exchangeNonce: null,
    exchangeClosed: false,
    protocol: null,
    runnerVersion: null,
    admitted: false,
    waits: false,
    waitsFor: null,
    waitsSince: null,
    pendingSince: now,
    heldUpBy: [],
    ...nothingCounted,
    usage: [],
    autoStarts: 0,
    createdAt: now,
    updatedAt: now,
    ranMs: 0,
    startedAt: null,
    completedAt: null,
  };
  writer.create(containers().doc(id), document);
  putSecret(writer, { userId: container.userId, kind: 'container-jwt', subjectId: id, plaintext: token });
  const then: Change[] = [
    { kind: 'container', id },
    { kind: 'project', id: container.projectId },
  ];
  return writer.enqueue(container.userId, 'start_container', id, { then });
}

async function takeBack({ id, userId, message }: ContainerDocument): Promise<never> {
  await commit((writer) => {
    eraseNewContainer(writer, id);
    writer.signal(userId, { kind: 'container', id });
  });
  throw upstreamFailed(`Cloud Run refused to start the container: ${message ?? 'no reason given'}`);
}

function eraseNewContainer(writer: Writer, id: string): void {
  writer.delete(containers().doc(id));
  deleteSecret(writer, 'container-jwt', id);
}
