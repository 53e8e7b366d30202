import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';

/**
 * The outcome of promised work. `later`: something is left for the outbox; all other outcomes are final. For a start:
 * `started`, `waits` for a place or another day, `refused`, or `gone` where it is no longer wanted.
 */
export type Outcome = 'done' | 'later' | 'started' | 'waits' | 'refused' | 'gone';

/**
 * Does an entry's work: idempotent, because it may be interrupted anywhere and begun again. Stops at `deadline`
 * (milliseconds since 1970) with `later` when something is left.
 */
export type Handler = (entry: OutboxDocument, deadline: number) => Promise<Outcome>;

/** Like a Handler, for entries of one kind and one user together: their work ends or fails as a whole. */
export type BatchHandler = (entries: readonly OutboxDocument[], deadline: number) => Promise<Outcome>;

/** Thrown when the time is up: the next turn of the outbox does the rest. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** The handler of each kind of promised work. */
export interface Handlers {
  one: Record<Exclude<OutboxKind, BatchedKind>, Handler>;
  /** Kinds that cost less when handled together. */
  batch: Record<BatchedKind, BatchHandler>;
}

/** Entries in a batch at most: the database accepts no more values in one query. */
export const BATCH = 30;

const batched = ['delete_task', 'delete_task_leftovers'] as const satisfies OutboxKind[];
type BatchedKind = (typeof batched)[number];

/** Whether entries of this kind are worked off together. */
export const isBatched = (kind: OutboxKind): kind is BatchedKind => batched.some((one) => one === kind);

let known: Handlers | null = null;

/** Registers the handlers, before any work is drained: the outbox itself knows none of them. */
export function registerHandlers(handlers: Handlers): void {
  known = handlers;
}

/**
 * Does the work of entries of one kind and user; several only of a batched kind. Throws without registered handlers.
 */
export function handle(entries: readonly OutboxDocument[], deadline: number): Promise<Outcome> {
  const [first] = entries;
  if (!known || !first) throw new Error('There is no entry, or nobody who does its work');
  return isBatched(first.kind) ? known.batch[first.kind](entries, deadline) : known.one[first.kind](first, deadline);
}
