import { errorStatus, type ErrorReply } from '@countersign/contract';
import type { Response } from 'express';
import { DomainError } from '../lib/errors.ts';
import { ConfigurationError } from '../settings/env.ts';
import { logLine, stackOf } from '../lib/log.ts';
import { tellTiming, traceOf } from './observe.ts';

/**
 * Replies with the one error shape (contract: error.ts). Any other error is logged and becomes a 500 without its text.
 */
export function replyError(res: Response, error: unknown, requestId: string): void {
  const told = toDomainError(error, { requestId, ...traceOf(res) });
  const { retryAfterSeconds, allow, ...details } = told.details;
  const reply: ErrorReply = { message: told.message, code: told.code, ...details, requestId };
  if (allow) res.set('Allow', allow);
  if (told.code === 'unauthorized') res.set('WWW-Authenticate', 'Bearer');
  const status = errorStatus[told.code];
  if (status === 429) res.set('Retry-After', String(retryAfterSeconds ?? 60));
  if (status === 503) res.set('Retry-After', String(retryAfterSeconds ?? 5));
  res.locals.code = told.code;
  tellTiming(res);
  res.status(status).json(reply);
}

function toDomainError(error: unknown, request: Record<string, unknown>): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof URIError) return new DomainError('invalid', 'The address is not well-formed');
  if (error instanceof ConfigurationError) {
    logLine('ERROR', error.message, request);
    return new DomainError('not_configured', error.message);
  }
  logLine('ERROR', 'Unexpected error', { ...request, ...stackOf(error) });
  return new DomainError('internal', 'Something went wrong on our side. Please try again.');
}
