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

/** The same for entries of one kind and one user together, which ends or fails as a whole. */
export type BatchHandler = (entries: readonly OutboxDocument[], deadline: number) => Promise<Outcome>;

/** Thrown when the time is up: what is left is done by the next turn of the outbox. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** Who does which kind of promised work. */
export interface Handlers {
  one: Record<Exclude<OutboxKind, BatchedKind>, Handler>;
  /** What is less work together. */
  batch: Record<BatchedKind, BatchHandler>;
}

/** So many entries of a batch at most: the database takes no more values of one query. */
export const BATCH = 30;

const batched = ['delete_task', 'delete_task_leftovers'] as const satisfies OutboxKind[];
type BatchedKind = (typeof batched)[number];

/** Whether entries of this kind are worked off together. */
export const isBatched = (kind: OutboxKind): kind is BatchedKind => batched.some((one) => one === kind);

let known: Handlers | null = null;

/** Says who does promised work, before the first of it is drained. What is promised knows nothing of who does it. */
export function registerHandlers(handlers: Handlers): void {
  known = handlers;
}

/** Does the work of entries of one kind and user: several only of a kind that is batched. Throws where nobody was registered. */
export function handle(entries: readonly OutboxDocument[], deadline: number): Promise<Outcome> {
  const [first] = entries;
  if (!known || !first) throw new Error('There is no entry, or nobody who does its work');
  return isBatched(first.kind) ? known.batch[first.kind](entries, deadline) : known.one[first.kind](first, deadline);
}
