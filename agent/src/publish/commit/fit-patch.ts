import { FILE_LIMIT_BYTES } from '@countersign/contract';
import { wellFormed } from '../../server/fit-item.ts';
import { bytesOf } from '../../server/send-file.ts';
import { patchParts } from './patch-parts.ts';

/** A patch, and a sentence about what had to be left out of it; null if it is complete. */
export interface FittedPatch {
  patch: string;
  note: string | null;
}

/** Leaves whole files out of a patch that is too large to be kept, so that what remains still applies. */
export function fitPatch(complete: string, limitBytes = FILE_LIMIT_BYTES): FittedPatch {
  const patch = wellFormed(complete);
  if (bytesOf(patch) <= limitBytes) return { patch, note: null };
  const files = patchParts(patch);
  const kept: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const size = bytesOf(file);
    if (bytes + size > limitBytes) continue;
    bytes += size;
    kept.push(file);
  }
  const limit = `${Math.round(limitBytes / 1024 / 1024)} MiB`;
  return {
    patch: kept.join(''),
    note: `The patch is cut: it holds ${kept.length} of ${files.length} changed files, as all of them take more than ${limit}.`,
  };
}
