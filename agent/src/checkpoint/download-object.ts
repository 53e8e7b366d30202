import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CheckpointPointer } from '@countersign/contract/agent';
import { sha256Of } from '../lib/sha256-of.ts';
import { UnusableCheckpoint } from './checkpoint-pack.ts';

/** Downloads an object once. Throws UnusableCheckpoint if it is gone or is not what was uploaded. */
export async function downloadObject(
  { downloadUrl, sha256 }: Pick<CheckpointPointer, 'downloadUrl' | 'sha256'>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(downloadUrl, { signal });
  if (response.status === 404) throw new UnusableCheckpoint('the object store no longer has it');
  if (!response.ok || !response.body) throw new Error(`the object store answered ${response.status}`);
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file), { signal });
  if ((await sha256Of(file)) !== sha256) throw new UnusableCheckpoint('it is damaged');
}
