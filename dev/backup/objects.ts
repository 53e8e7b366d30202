import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressOf } from '../deploy/google.mjs';
import { signUrl } from '../object-store/signed-url.ts';
import type { Call } from './platform.ts';
import { Refusal } from './tries.ts';

/** Where checkpoints are: objects that are written once, under names that are never reused. */
export interface Objects {
  /** Throws if the place does not exist. Resolves with the days after which it deletes an object; Infinity if never. */
  check(): Promise<number>;
  /** Writes one into a file; false if there is none of that name. */
  save(name: string, file: string): Promise<boolean>;
  /** Uploads a file of this size; an object that exists is left as it is. Throws if that has another size. */
  store(name: string, size: number, file: string): Promise<void>;
}

const [MISSING, IS_THERE] = [404, 412];
/** The local store deletes nothing for its age; a missing object is judged as in a deployment without a known limit. */
const LOCAL_DAYS = 365;

/** A bucket of Cloud Storage. */
export function bucketObjects(call: Call, bucket: string): Objects {
  const host = addressOf('storage.googleapis.com');
  const place = `storage/v1/b/${bucket}`;
  return {
    async check() {
      const found = await call(
        () => new Request(`${host}/${place}`),
        (response) => response.json() as Promise<Bucket>,
      ).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.status !== MISSING) throw error;
        throw new Error(
          `There is no bucket ${bucket}. Say which one has the checkpoints: CHECKPOINT_BUCKET in functions/.env.<project>, as for the deploy, or --bucket`,
          { cause: error },
        );
      });
      return daysIn(found);
    },
    save: (name, file) =>
      call(() => new Request(`${host}/${place}/o/${encodeURIComponent(name)}?alt=media`), writeInto(file), [MISSING]),
    store: async (name, size, file) => {
      const metadata = () => new Request(`${host}/${place}/o/${encodeURIComponent(name)}?fields=size`);
      const sizeIn = async (response: Response) => {
        const text = await response.text();
        return response.ok ? Number((JSON.parse(text) as { size: string }).size) : null;
      };
      if (isThere(name, size, await call(metadata, sizeIn, [MISSING]))) return;
      const query = new URLSearchParams({ uploadType: 'media', name, ifGenerationMatch: '0' });
      const type = { 'Content-Type': 'application/octet-stream' };
      const make = () => new Request(`${host}/upload/${place}/o?${query}`, sending('POST', file, type));
      await call(make, readWhole, [IS_THERE]);
    },
  };
}

/** A bucket, reduced to the rules by which it deletes objects for their age alone. */
interface Bucket {
  lifecycle?: { rule?: { action: { type: string }; condition: Record<string, unknown> & { age?: number } }[] };
}

function daysIn({ lifecycle }: Bucket): number {
  const ages = (lifecycle?.rule ?? [])
    .filter(({ action, condition }) => action.type === 'Delete' && Object.keys(condition).length === 1)
    .flatMap(({ condition: { age } }) => age ?? []);
  return Math.min(...ages);
}

/** Whether the object of an earlier try is there, judged by its size; `found` is null if there is none. */
function isThere(name: string, size: number, found: number | null): boolean {
  if (found === null || found === size) return found === size;
  throw new Error(`${name} is there already, with ${found} bytes instead of ${size}: delete it first`);
}

/** The object store of the local stack. */
export function localObjects(call: Call): Objects {
  const { OBJECT_STORE_URL: url = '', OBJECT_STORE_KEY: key = '' } = process.env;
  const expires = () => Math.floor(Date.now() / 1000) + 15 * 60;
  return {
    check: async () => LOCAL_DAYS,
    save: (name, file) => {
      const make = () => new Request(signUrl(url, key, { method: 'GET', name, expires: expires(), maxBytes: 0 }));
      return call(make, writeInto(file), [MISSING]);
    },
    store: async (name, maxBytes, file) => {
      const get = () => signUrl(url, key, { method: 'GET', name, expires: expires(), maxBytes: 0 });
      const sizeIn = async ({ ok, headers }: Response) => (ok ? Number(headers.get('content-length')) : null);
      if (isThere(name, maxBytes, await call(() => new Request(get(), { method: 'HEAD' }), sizeIn, [MISSING]))) return;
      const headers = { 'x-goog-content-length-range': `0,${maxBytes}`, 'x-goog-if-generation-match': '0' };
      const address = () => signUrl(url, key, { method: 'PUT', name, expires: expires(), maxBytes });
      await call(() => new Request(address(), sending('PUT', file, headers)), readWhole, [IS_THERE]);
    },
  };
}

/** `duplex`: the body is sent while it is read. */
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
