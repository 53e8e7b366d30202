import type { RequestHandler, Response } from 'express';
import { newId } from '../lib/id.ts';
import { logLine } from '../lib/log.ts';
import { countUsage, newUsage, type DatabaseUsage } from '../lib/database-usage.ts';

/**
 * Gives each request an id and counts its cost; when it is answered, one structured line is logged. The line has the
 * route's pattern, but never the address (which holds ids), the body, a name or a token.
 */
export const observe: RequestHandler = (req, res, next) => {
  const usage = newUsage();
  const requestId = newId();
  const began = performance.now();
  Object.assign(res.locals, { usage, requestId, trace: readTrace(req.get('X-Cloud-Trace-Context')) });
  res.set('X-Request-Id', requestId);
  res.on('close', () => {
    const status = res.writableFinished ? res.statusCode : 499;
    logLine(status >= 500 ? 'ERROR' : 'INFO', `${req.method} ${patternOf(req.route)} ${status}`, {
      requestId,
      ...traceOf(res),
      status,
      code: res.locals.code,
      milliseconds: Math.round(performance.now() - began),
      reads: usage.reads,
      writes: usage.writes,
      aggregations: usage.aggregations,
    });
  });
  countUsage(usage, next);
};

/** The trace id that Google gave a request, in the form by which Cloud Logging groups lines. */
export function traceOf(res: Response): Record<string, string> {
  const trace = res.locals.trace as string | undefined;
  return trace ? { 'logging.googleapis.com/trace': `projects/${process.env.GCLOUD_PROJECT}/traces/${trace}` } : {};
}

/** The first part of `TRACE/SPAN;o=1`; anything else is no trace. */
const readTrace = (header: string | undefined) => /^([0-9a-f]{32})(\/|;|$)/.exec(header ?? '')?.[1];

/** How many documents the request has read so far. */
export const readsOf = (res: Response): number => (res.locals.usage as DatabaseUsage | undefined)?.reads ?? 0;

/** Sets the Server-Timing header: milliseconds in the database, documents read and written. */
export function tellTiming(res: Response): void {
  const usage = res.locals.usage as DatabaseUsage | undefined;
  if (!usage || res.headersSent) return;
  const { milliseconds, reads, writes, aggregations } = usage;
  res.set(
    'Server-Timing',
    [
      `db;dur=${milliseconds.toFixed(1)}`,
      `reads;desc="${reads}"`,
      `writes;desc="${writes}"`,
      `aggregations;desc="${aggregations}"`,
    ].join(', '),
  );
}

function patternOf(route: unknown): string {
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : '(no route)';
}
