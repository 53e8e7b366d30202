import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { createReadStream } from 'node:fs';
import { pause } from '../lib/lifetime.ts';

type Target = CallOutput<typeof agentRoutes.checkpointUpload>;

const ATTEMPTS = 4;
const RETRY_MS = 500;
/** For all attempts together: the end of a task waits for this, and a store may take data and never answer. */
const LIMIT_MS = 120_000;
/** An object is written once, under a name for this content alone: it is uploaded, though the answer was lost. */
const IS_THERE = 412;

/** Uploads a file to the address from `announce`; resolves with the object's name. Throws with what went wrong. */
export async function upload(
  { file, size }: { file: string; size: number },
  announce: () => Promise<Target>,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  for (let attempt = 1; ; attempt += 1) {
    // A new address each time: the last one may have expired.
    const target = await announce();
    const problem = await put(target, file, size, AbortSignal.any([signal, limit]));
    signal.throwIfAborted();
    if (problem === null) return target.object;
    if (attempt === ATTEMPTS || limit.aborted) throw new Error(problem);
    await pause(RETRY_MS * 2 ** attempt, signal);
  }
}

/** Null when it is stored, else what went wrong. */
async function put(
  { uploadUrl, headers }: Target,
  file: string,
  size: number,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': String(size) },
      body: createReadStream(file),
      duplex: 'half',
      signal,
    });
    if (response.ok || response.status === IS_THERE) return null;
    return `the object store answered ${response.status} ${(await response.text()).slice(0, 200)}`;
  } catch (error) {
    return `the object store cannot be reached: ${String(error)}`;
  }
}
