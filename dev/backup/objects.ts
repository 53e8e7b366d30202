import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressOf } from '../deploy/google.mjs';
import { signUrl } from '../object-store/signed-url.ts';
import type { Call } from './platform.ts';
import { Refusal } from './tries.ts';

/** Where checkpoints are: objects that are written once, under names that are never used again. */
export interface Objects {
  /** Throws where there is no such place. */
  check(): Promise<void>;
  /** Writes one into a file; false where there is none of that name. */
  save(name: string, file: string): Promise<boolean>;
  /** Writes one of so many bytes from a file; one that is there is the same. */
  store(name: string, size: number, file: string): Promise<void>;
}

const [MISSING, IS_THERE] = [404, 412];

/** A bucket of Cloud Storage. */
export function bucketObjects(call: Call, bucket: string): Objects {
  const host = addressOf('storage.googleapis.com');
  const place = `storage/v1/b/${bucket}`;
  return {
    async check() {
      await call(
        () => new Request(`${host}/${place}`),
        (response) => response.json(),
      ).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.status !== MISSING) throw error;
        throw new Error(
          `There is no bucket ${bucket}. Say which one has the checkpoints: CHECKPOINT_BUCKET in functions/.env, as for the deploy, or --bucket`,
          { cause: error },
        );
      });
    },
    save: (name, file) =>
      call(() => new Request(`${host}/${place}/o/${encodeURIComponent(name)}?alt=media`), writeInto(file), [MISSING]),
    store: (name, _size, file) => {
      const query = new URLSearchParams({ uploadType: 'media', name, ifGenerationMatch: '0' });
      const type = { 'Content-Type': 'application/octet-stream' };
      const make = () => new Request(`${host}/upload/${place}/o?${query}`, sending('POST', file, type));
      return call(make, readWhole, [IS_THERE]);
    },
  };
}

/** The object store of the local stack. */
export function localObjects(call: Call): Objects {
  const { OBJECT_STORE_URL: url = '', OBJECT_STORE_KEY: key = '' } = process.env;
  const expires = () => Math.floor(Date.now() / 1000) + 15 * 60;
  return {
    check: async () => undefined,
    save: (name, file) => {
      const make = () => new Request(signUrl(url, key, { method: 'GET', name, expires: expires(), maxBytes: 0 }));
      return call(make, writeInto(file), [MISSING]);
    },
    store: (name, maxBytes, file) => {
      const headers = { 'x-goog-content-length-range': `0,${maxBytes}`, 'x-goog-if-generation-match': '0' };
      const address = () => signUrl(url, key, { method: 'PUT', name, expires: expires(), maxBytes });
      return call(() => new Request(address(), sending('PUT', file, headers)), readWhole, [IS_THERE]);
    },
  };
}

/** `duplex`: a body that is sent while it is read. */
const sending = (method: string, file: string, headers: Record<string, string>): RequestInit =>
  ({ method, body: Readable.toWeb(createReadStream(file)), headers, duplex: 'half' }) as RequestInit;

const readWhole = async (response: Response): Promise<void> => void (await response.arrayBuffer());

const writeInto =
  (file: string) =>
  async (response: Response): Promise<boolean> => {
    if (response.status === MISSING || !response.body) return false;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file, { mode: 0o600 }));
    return true;
  };
