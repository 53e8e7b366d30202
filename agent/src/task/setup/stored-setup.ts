import { agentRoutes } from '@countersign/contract/agent';
import { rm, stat } from 'node:fs/promises';
import { downloadObject } from '../../checkpoint/download-object.ts';
import { upload } from '../../checkpoint/upload.ts';
import { sha256Of } from '../../lib/sha256-of.ts';
import { setupKeyOf, type SetupInputs, type SetupSource } from '../../workspace/setup/kept-setup.ts';
import type { TaskRun } from '../task-run.ts';

/** Milliseconds that the object store is given: the command can be run instead. */
const FETCH_LIMIT_MS = 120_000;

/** Fetches what an earlier execution made of the same inputs; null if that cannot be had: the command is run then. */
export async function fetchStoredSetup(run: TaskRun, inputs: SetupInputs): Promise<SetupSource | null> {
  const { task, context, signal } = run;
  try {
    const body = { key: setupKeyOf(inputs) };
    const params = { taskId: task.id };
    const { result } = await context.api.call(agentRoutes.setupResultFind, { params, body, signal });
    if (result === null) return null;
    const source = { title: result.title, at: new Date(result.madeAt) };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_LIMIT_MS)]);
    await context.keptSetup.adopt(inputs, source, (packed) => downloadObject(result, packed, limit));
    return source;
  } catch (error) {
    signal.throwIfAborted();
    run.log(`what the setup command made before cannot be fetched: ${String(error)}`);
    return null;
  }
}

/**
 * Stores what is kept for other executions, beside the work and beyond its end if need be. A failure only shows in the
 * log: the command is then run again.
 */
export async function storeSetup(run: TaskRun, inputs: SetupInputs): Promise<void> {
  const { api, keptSetup, life } = run.context;
  const params = { taskId: run.task.id };
  const key = setupKeyOf(inputs);
  try {
    const file = await keptSetup.pack();
    try {
      const announced = { size: (await stat(file)).size, sha256: await sha256Of(file) };
      const announce = () => api.call(agentRoutes.setupResultUpload, { params, body: announced });
      const object = await upload({ file, size: announced.size }, announce, life.write);
      await api.call(agentRoutes.setupResultCommit, { params, body: { ...announced, object, key } });
    } finally {
      await rm(file, { force: true });
    }
  } catch (error) {
    if (!life.write.aborted) run.log(`what the setup command made is kept in this container alone: ${String(error)}`);
  }
}
