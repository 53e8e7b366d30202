import { BODY_LIMIT_BYTES } from '@countersign/contract';
import express, { type Request, type Response } from 'express';
import { DomainError, invalid, unavailable } from '../lib/errors.ts';
import { BODY_SECONDS, refusalOf } from './take-bodies.ts';

const readRaw = express.raw({ type: () => true, limit: BODY_LIMIT_BYTES, inflate: false });

/**
 * The JSON of a request's body; undefined where there is none. Handles both Cloud Functions, where the body has been
 * taken (take-bodies.ts), and a plain Express server. Throws `too_large`, `unsupported_media_type`, `unavailable`, `invalid`.
 */
export async function readBody(req: Request, res: Response, limit = BODY_LIMIT_BYTES): Promise<unknown> {
  const refusal = refusalOf(req);
  if (refusal === 'encoded') throw encoded();
  if (refusal === 'late') throw unavailable(`The request did not arrive within ${BODY_SECONDS} seconds. Try again.`);
  if (refusal === 'too_large' || Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const bytes = rawBodyOf(req) ?? (await readStream(req, res));
  if (bytes.length > limit) throw tooLarge(limit);
  if (bytes.length === 0) return undefined;
  if (!isJson(req)) throw new DomainError('unsupported_media_type', 'Send JSON, as application/json');
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: [], message: 'The body is not valid JSON' }]);
  }
}

/** Strict: `Buffer.toString` would put U+FFFD for what it cannot read, and words would be stored that nobody sent. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid([{ path: [], message: 'The body is not text in UTF-8' }]);
  }
}

/** Not `req.is`: to that, a request whose body has been taken has none. */
const isJson = (req: Request) => /^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '');

const encoded = () => new DomainError('unsupported_media_type', 'This encoding is not accepted');
const tooLarge = (limit: number) =>
  new DomainError('too_large', `The body is larger than ${limit < MIB ? `${limit / 1024} KiB` : `${limit / MIB} MiB`}`);
const MIB = 1024 * 1024;

function rawBodyOf(req: Request): Buffer | undefined {
  return 'rawBody' in req && Buffer.isBuffer(req.rawBody) ? req.rawBody : undefined;
}

async function readStream(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) =>
    readRaw(req, res, (error) => (error ? reject(toDomain(error)) : resolve())),
  );
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

function toDomain(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge(BODY_LIMIT_BYTES);
  if (type === 'encoding.unsupported') return encoded();
  if (typeof type === 'string') return invalid([{ path: [], message: 'The body could not be read' }]);
  return error;
}
