import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { bytesOfNames, textOfNames } from '../lib/file-names.ts';
import { wellFormed } from '../server/fit-item.ts';

/** A larger file is not read, unless the reader asks for more. */
export const READ_LIMIT_BYTES = 2 * 1024 * 1024;

/** A file that exists. */
export interface FileInside {
  bytes: number;
  /** Null if it is too large or cannot be read: its content is unknown. */
  text: string | null;
  /** The text has U+FFFD where the file holds what is none, in Latin-1 for instance. */
  isLossy: boolean;
}

/** A file of the workspace; null if there is none by that name, or a link leads out of the workspace. */
export function readInside(workspace: string, path: string, limitBytes = READ_LIMIT_BYTES): Promise<FileInside | null> {
  // A program that is told this path writes it as UTF-8.
  return readNamed(workspace, wellFormed(path), limitBytes);
}

/** The same for a name as `textOfNames` gives it. */
export async function readNamed(
  workspace: string,
  name: string,
  limitBytes = READ_LIMIT_BYTES,
): Promise<FileInside | null> {
  try {
    const [root, file] = await Promise.all([
      realpath(workspace),
      realpath(bytesOfNames(resolve(workspace, name)), 'buffer'),
    ]);
    const isInside = (place: Buffer) => textOfNames(place).startsWith(root + sep);
    if (!isInside(file)) return null;
    const handle = await open(file, ONLY_FILES).catch(() => null);
    if (handle === null) return await unreadable(file);
    try {
      return isInside(await placeOfOpened(handle, file)) ? await readOpened(handle, limitBytes) : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/**
 * An agent may put something else in the file's place at any moment, so it is opened once, and all else is asked of what
 * was opened. A pipe must not hold the thread that opens it: there are four, and a runner without them stands still.
 */
const ONLY_FILES = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | constants.O_NOCTTY;

/** A file that is there and may not be opened. */
async function unreadable(file: Buffer): Promise<FileInside | null> {
  const info = await lstat(file);
  return info.isFile() ? { bytes: info.size, text: null, isLossy: false } : null;
}

/** Where an opened file lies: a folder on its way may have become a link since its place was looked up. */
async function placeOfOpened(handle: FileHandle, file: Buffer): Promise<Buffer> {
  const told = await readlink(`/proc/self/fd/${handle.fd}`, 'buffer').catch(() => null);
  if (told !== null) return told;
  // macOS tells no such thing: it is where its name leads now, if the same file is there.
  const place = await realpath(file, 'buffer');
  const [opened, found] = await Promise.all([handle.stat(), lstat(place)]);
  if (opened.dev !== found.dev || opened.ino !== found.ino) throw new Error('another file is there now');
  return place;
}

async function readOpened(handle: FileHandle, limitBytes: number): Promise<FileInside | null> {
  const info = await handle.stat();
  if (!info.isFile()) return null;
  const held = info.size <= limitBytes ? await readAtMost(limitBytes + 1, handle).catch(() => null) : null;
  // It may have grown since.
  if (held === null || held.length > limitBytes)
    return { bytes: Math.max(info.size, held?.length ?? 0), text: null, isLossy: false };
  return { bytes: held.length, text: held.toString('utf8'), isLossy: !isUtf8(held) };
}

async function readAtMost(bytes: number, handle: FileHandle): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = handle.createReadStream({ end: bytes - 1, autoClose: false });
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A size as a person reads it, e.g. "3.0 MiB". */
export function sizeWords(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
