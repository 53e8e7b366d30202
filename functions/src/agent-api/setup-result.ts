import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { checkpointStore, deleteCheckpoint, folderOf } from '../checkpoints/checkpoint-store.ts';
import type { Upload } from '../checkpoints/object-store.ts';
import { invalidField, notFound } from '../lib/errors.ts';
import { keyedDigest } from '../secrets/keyed-digest.ts';
import { fenceContainer } from '../state/fence.ts';
import { read, updateUnchanged } from '../store/data.ts';
import { projects, tasks } from '../store/firestore.ts';
import type { AgentCaller } from '../tokens/container-token.ts';
import { announce, checkUploaded, type Announced } from './checkpoint.ts';

type Uploaded = Omit<Announced, 'epoch'>;

/**
 * A result may depend on what changes elsewhere, e.g. the newest version in a registry: after a day it is made again.
 */
const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * What the setup command has produced for another task of the project that began under the same conditions. The object
 * belongs to that task and is deleted with it. Throws `not_found`, `stale_epoch`, `unavailable`.
 */
export async function findSetupResult(
  caller: AgentCaller,
  taskId: string,
  key: string,
): Promise<CallOutput<typeof agentRoutes.setupResultFind>> {
  const [, project] = await Promise.all([fence(caller, taskId), read(projects().doc(caller.projectId))]);
  const stored = project?.setupResult ?? null;
  if (stored === null || stored.key !== keyOf(caller, key) || isOld(stored.madeAt)) return { result: null };
  const task = await read(tasks().doc(stored.taskId));
  if (task?.projectId !== caller.projectId) return { result: null };
  const { object, size, sha256, madeAt } = stored;
  const downloadUrl = await checkpointStore().downloadUrl(object);
  return { result: { title: task.title, madeAt: madeAt.toDate().toISOString(), object, size, sha256, downloadUrl } };
}

/** An address to upload a setup result to. Throws `not_found`, `stale_epoch`, `too_large`, `unavailable`. */
export async function uploadSetupResult(
  caller: AgentCaller,
  taskId: string,
  announced: Uploaded,
): Promise<Upload & { object: string }> {
  await fence(caller, taskId);
  return announce(objectOf(taskId, announced), announced.size);
}

/**
 * Makes an upload the result for the project's next tasks, and deletes the former. Throws `invalid`, `not_found`,
 * `stale_epoch`.
 */
export async function commitSetupResult(
  caller: AgentCaller,
  taskId: string,
  { object, size, sha256, key }: Uploaded & { object: string; key: string },
): Promise<void> {
  if (object !== objectOf(taskId, { sha256 })) throw invalidField('object', 'This object was not announced');
  await checkUploaded(object, size);
  const before = await updateUnchanged(projects().doc(caller.projectId), async () => {
    await fence(caller, taskId);
    return { setupResult: { taskId, object, size, sha256, key: keyOf(caller, key), madeAt: Timestamp.now() } };
  });
  const former = before.setupResult?.object;
  if (former && former !== object) await deleteCheckpoint(former);
}

/** The task may have ended meanwhile: a result is stored while work goes on. Throws `not_found`, `stale_epoch`. */
async function fence(caller: AgentCaller, taskId: string): Promise<void> {
  const [task] = await Promise.all([read(tasks().doc(taskId)), fenceContainer({ read }, caller)]);
  if (task?.projectId !== caller.projectId) throw notFound('Task');
}

/** The runner's key is made from secrets, which could be guessed from it; so only a keyed digest is stored. */
const keyOf = ({ projectId }: AgentCaller, key: string) => keyedDigest(`setup-result\n${projectId}\n${key}`);

const isOld = (madeAt: Timestamp) => Date.now() - madeAt.toMillis() > MAX_AGE_MS;

/** Beside the task's checkpoints, so that it is deleted with them. */
const objectOf = (taskId: string, { sha256 }: Pick<Uploaded, 'sha256'>) => `${folderOf(taskId)}/setup-${sha256}`;
