import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';

/**
 * What became of promised work. `later`: something is left, the outbox goes on with it; everything else has ended. Of a
 * start: `started`, `waits` for a place or a day, `refused`, or `gone`, as it is not wanted any more.
 */
export type Outcome = 'done' | 'later' | 'started' | 'waits' | 'refused' | 'gone';

/**
 * Does an entry's work: idempotent, because it may be cut off at any point and begun again. Stops at `deadline`
 * (milliseconds since 1970) with `later` when something is left.
 */
export type Handler = (entry: OutboxDocument, deadline: number) => Promise<Outcome>;

/** Thrown when the time is up: what is left is done by the next turn of the outbox. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** Who does which kind of promised work. */
export type Handlers = Record<OutboxKind, Handler>;

let known: Handlers | null = null;

/** Says who does promised work, before the first of it is drained. What is promised knows nothing of who does it. */
export function registerHandlers(handlers: Handlers): void {
  known = handlers;
}

/** Who does work of this kind. Throws where nobody was registered. */
export function handlerOf(kind: OutboxKind): Handler {
  const handler = known?.[kind];
  if (!handler) throw new Error(`No handler is registered for ${kind}`);
  return handler;
}
