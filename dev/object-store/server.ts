import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode, messageOf } from '../lib/errors.ts';
import { listen, type Listening } from '../lib/listen.ts';
import { hasUploadHeaders, verify, type Grant } from './signed-url.ts';

export interface ObjectStoreOptions {
  folder: string;
  /** Signs the addresses; see signed-url.ts. */
  key: string;
}

/**
 * While this folder is in the store's, what is removed is put into it, below a name of its own, for whoever made it and
 * will delete it (stack/kept-objects.ts). No object has such a name.
 */
export const REMOVED = '.removed';

class TooLarge extends Error {}

/** Objects that are written once, on a port of 127.0.0.1 (0: any); each act needs its own signed address. */
export async function startObjectStore(port: number, { folder, key }: ObjectStoreOptions): Promise<Listening> {
  mkdirSync(folder, { recursive: true });
  return listen((req, res) => {
    serve(req, res, folder, key).catch((error: unknown) => {
      // A full disk or an unreadable folder affects only that object: the store goes on.
      console.error(`${req.method} ${req.url?.split('?')[0]} failed: ${String(error)}`);
      if (res.headersSent) res.destroy();
      else answer(res, 500, messageOf(error));
    });
  }, port);
}

async function serve(req: IncomingMessage, res: ServerResponse, folder: string, key: string): Promise<void> {
  const grant = verify(key, req.method ?? '', new URL(req.url ?? '/', 'http://host'));
  if (grant === undefined) return answer(res, 403, 'The address is not signed for this, or has expired.');
  const file = join(folder, `${grant.name}.object`);
  if (grant.method === 'PUT' && !hasUploadHeaders(req.headers, grant)) answer(res, 403, 'Signed headers are missing.');
  else if (grant.method === 'PUT') await put(req, res, folder, file, grant);
  else if (grant.method === 'DELETE') remove(res, folder, [`${grant.name}.object`, grant.name]);
  else if (!existsSync(file)) answer(res, 404, 'There is no such object.');
  else await send(req, res, file);
}

async function put(
  req: IncomingMessage,
  res: ServerResponse,
  folder: string,
  file: string,
  grant: Grant,
): Promise<void> {
  const part = join(folder, `${randomUUID()}.part`);
  try {
    // Flushed: the documents that name it are, and must not outlive it after a power failure.
    await pipeline(req, limitTo(grant.maxBytes), createWriteStream(part, { flush: true }));
    mkdirSync(dirname(file), { recursive: true });
    answer(res, keep(part, file), '');
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    answer(res, 413, `An object of at most ${grant.maxBytes} bytes was allowed.`);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Gives the upload its name unless that is taken: 201, else 412. */
function keep(part: string, file: string): 201 | 412 {
  try {
    linkSync(part, file);
    return 201;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return 412;
  }
}

function limitTo(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > maxBytes ? new TooLarge() : null, chunk);
    },
  });
}

async function send(req: IncomingMessage, res: ServerResponse, file: string): Promise<void> {
  const stored = await open(file);
  try {
    const { size } = await stored.stat();
    // Detects an unreadable file while a status can still report it.
    if (size > 0) await stored.read(Buffer.alloc(1), 0, 1, 0);
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    if (req.method === 'HEAD') res.end();
    else await pipeline(stored.createReadStream({ start: 0, autoClose: false }), res);
  } finally {
    await stored.close();
  }
}

/** An object, and every object whose name begins with its name as a folder. */
function remove(res: ServerResponse, folder: string, paths: string[]): void {
  const present = paths.filter((path) => existsSync(join(folder, path)));
  for (const path of present) removeOrSetAside(folder, path);
  if (present.length > 0) answer(res, 204, '');
  else answer(res, 404, 'There is no such object.');
}

function removeOrSetAside(folder: string, path: string): void {
  if (!existsSync(join(folder, REMOVED))) return rmSync(join(folder, path), { recursive: true });
  const aside = join(folder, REMOVED, randomUUID(), path);
  mkdirSync(dirname(aside), { recursive: true });
  renameSync(join(folder, path), aside);
}

function answer(res: ServerResponse, status: number, text: string): void {
  if (!res.headersSent) res.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  res.end(text);
}
