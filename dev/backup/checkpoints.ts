import { join } from 'node:path';
import { readDocument, type StoredDocument } from './documents.ts';
import type { Platform } from './platform.ts';

/** What became of the checkpoints that tasks point to. */
export interface Checkpoints {
  /** Kept, with their size in bytes. */
  objects: { name: string; size: number }[];
  /** Not found, though their tasks still point to them. */
  missing: { task: string; object: string }[];
  /** How many were not found of tasks so old that the bucket may have deleted them for their age. */
  expired: number;
}

export interface Keeping {
  platform: Platform;
  folder: string;
  /** Days after which the bucket deletes one; Infinity if it does not. */
  days: number;
  kept: Checkpoints;
}

/** How often a task's checkpoint may be replaced while it is being fetched. */
const TRIES = 5;
const DAY_MS = 24 * 60 * 60_000;

/** The file of a checkpoint in a backup. */
export const fileOf = (folder: string, name: string) => join(folder, 'objects', name);

/** The documents, each task's checkpoint saved as its task comes by: a working task replaces its checkpoint. */
export async function* withCheckpoints(
  keeping: Keeping,
  documents: AsyncIterable<StoredDocument>,
): AsyncGenerator<StoredDocument> {
  for await (const document of documents)
    yield /^\/tasks\/[^/]+$/.test(document.path) ? await keepCheckpoint(keeping, document) : document;
}

/**
 * Saves a task's checkpoint. Resolves with the task as it is to be kept: if its checkpoint was replaced since, with the
 * current one; with none if it has none any more, or was deleted.
 */
async function keepCheckpoint(keeping: Keeping, task: StoredDocument): Promise<StoredDocument> {
  const { platform, folder, kept } = keeping;
  let { checkpoint } = task.fields as TaskFields;
  for (let left = TRIES; left > 0; left -= 1) {
    const pointer = checkpoint?.mapValue?.fields;
    const name = pointer?.object?.stringValue;
    const asKept = { ...task, fields: { ...task.fields, ...(checkpoint && { checkpoint }) } };
    if (name === undefined) return asKept;
    if (await platform.objects.save(name, fileOf(folder, name))) {
      kept.objects.push({ name, size: Number(pointer?.size?.integerValue ?? 0) });
      return asKept;
    }
    const now = (await readDocument(platform, task.path))?.fields as TaskFields | undefined;
    const current = now?.checkpoint ?? { nullValue: null };
    if (current.mapValue?.fields?.object?.stringValue === name) break;
    checkpoint = current;
  }
  // Nothing says when a checkpoint was saved. Messages and Stop change a task too, so only the task's own age counts.
  const { checkpoint: pointer, createdAt } = task.fields as TaskFields;
  const mayBeOld = Date.now() - Date.parse(createdAt?.timestampValue ?? '') > keeping.days * DAY_MS;
  if (mayBeOld) kept.expired += 1;
  else kept.missing.push({ task: task.path, object: pointer?.mapValue?.fields?.object?.stringValue ?? '' });
  return task;
}

interface TaskFields {
  checkpoint?: {
    nullValue?: null;
    mapValue?: { fields?: { object?: { stringValue?: string }; size?: { integerValue?: string } } };
  };
  createdAt?: { timestampValue?: string };
}
