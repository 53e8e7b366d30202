import type { RecordItem } from '@countersign/contract/agent';
import type { GrantOutcome } from './report-queue.ts';

/** A report that waits to be sent. */
export type Entry = { kind: 'item'; item: RecordItem } | OtherEntry;

type OtherEntry =
  | { kind: 'outcome'; itemId: string; outcome: GrantOutcome }
  | { kind: 'messages'; messageIds: string[] };

/** What one request carries: steps together, anything else on its own. */
export type Batch = { kind: 'items'; items: RecordItem[] } | OtherEntry;

/** Most steps of one request. */
export const BATCH_ITEMS = 50;
/** Below the server's 1 MiB, with room for the envelope. */
const BATCH_BYTES = 900 * 1024;

/** Adds a report at the end; news about a step that still waits joins its report, which keeps its place. */
export function addEntry(entries: Entry[], entry: Entry): void {
  if (!merged(entries, entry)) entries.push(entry);
}

function merged(entries: Entry[], entry: Entry): boolean {
  if (entry.kind !== 'item') return false;
  const last = entries.findLastIndex((other) => other.kind === 'item' && other.item.id === entry.item.id);
  const waiting = entries[last];
  if (waiting?.kind !== 'item') return false;
  waiting.item = { ...waiting.item, ...withoutUndefined(entry.item) };
  return true;
}

function withoutUndefined(item: RecordItem): RecordItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as RecordItem;
}

/** Takes out what is to be sent next: each report follows those that were made before it. */
export function takeBatch(entries: Entry[]): Batch {
  const [first] = entries;
  if (first === undefined || first.kind === 'item') return { kind: 'items', items: takeItems(entries) };
  entries.shift();
  return first;
}

function takeItems(entries: Entry[]): RecordItem[] {
  const items: RecordItem[] = [];
  let bytes = 0;
  while (items.length < BATCH_ITEMS) {
    const [next] = entries;
    if (next?.kind !== 'item') break;
    bytes += Buffer.byteLength(JSON.stringify(next.item));
    if (items.length > 0 && bytes > BATCH_BYTES) break;
    items.push(next.item);
    entries.shift();
  }
  return items;
}
