import { type Block, type Progress, progressOf, readFiles, type Spot } from './progress.ts';
import { covers, linesMissing, nothing, together, withoutRange, withRange } from './ranges.ts';

export type Declared = Omit<Block, 'seen' | 'marked'>;

/** What one person has seen of one request: of exactly the content behind one hash. */
export class SeenRecord {
  readonly #blocks = new Map<string, Block>();
  readonly #listeners = new Set<() => void>();
  #required: readonly string[] = [];
  #progress: Progress | null = null;
  #isRead: ((path: string) => boolean) | null = null;
  /** Within `atOnce`: whether anything has changed. */
  #batch: { isChanged: boolean } | null = null;

  /** The parts that must exist, by key, in order. */
  require(keys: readonly string[]): void {
    if (keys.join() === this.#required.join()) return;
    this.#required = keys;
    this.#changed();
  }

  /**
   * Registers a drawn part. Drawn again with the same number of lines it is the same part: what was seen of it stays.
   */
  declare(key: string, declared: Declared): void {
    const before = this.#blocks.get(key);
    const isSame = before?.lines === declared.lines && before.tickOnly === declared.tickOnly;
    const kept = before && isSame ? before : { seen: nothing, marked: nothing };
    this.#blocks.set(key, { ...declared, seen: kept.seen, marked: kept.marked });
    if (!isSame) this.#changed();
  }

  /** Records that this much of a part is in the viewport. */
  see(key: string, from: number, to: number): void {
    const block = this.#blocks.get(key);
    if (!block || block.tickOnly) return;
    const seen = withRange(block.seen, Math.max(0, from), Math.min(block.lines, to));
    if (seen === block.seen) return;
    this.#blocks.set(key, { ...block, seen });
    this.#changed();
  }

  /** Tells once of everything that `work` records, at its end. */
  atOnce(work: () => void): void {
    const batch = { isChanged: false };
    this.#batch = batch;
    try {
      work();
    } finally {
      this.#batch = null;
      if (batch.isChanged) this.#tell();
    }
  }

  /** Ticks a part as viewed, or removes the tick. */
  mark(key: string, isMarked: boolean): void {
    const block = this.#blocks.get(key);
    if (!block) return;
    const change = isMarked ? withRange : withoutRange;
    this.#blocks.set(key, { ...block, marked: change(block.marked, 0, block.lines) });
    this.#changed();
  }

  /** The end was reached with everything before it in the accessibility tree. Parts that need a tick still need it. */
  reachEnd(): void {
    this.atOnce(() => {
      for (const [key, block] of this.#blocks) if (!block.tickOnly) this.mark(key, true);
    });
  }

  isMarked(key: string): boolean {
    const block = this.#blocks.get(key);
    return block !== undefined && block.lines > 0 && covers(block.marked, 0, block.lines);
  }

  /** Whether nothing of a part is missing: each line was in the viewport or is ticked. */
  isDone(key: string): boolean {
    const { lines, seen, marked } = this.#blocks.get(key) ?? { lines: 0, seen: nothing, marked: nothing };
    return lines > 0 && linesMissing(together(seen, marked), lines).length === 0;
  }

  /** Whether all of a file's change was in the viewport. */
  isRead(path: string): boolean {
    return (this.#isRead ??= readFiles(this.#blocks))(path);
  }

  readonly progress = (): Progress => (this.#progress ??= progressOf(this.#blocks, this.#required));
  readonly isComplete = (): boolean => this.progress().isComplete;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    this.#progress = null;
    this.#isRead = null;
    if (this.#batch) this.#batch.isChanged = true;
    else this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export type { Progress, Spot };

/**
 * More requests than anybody has waiting; beyond this the oldest records are dropped, and those requests must be seen
 * again.
 */
const MOST_RECORDS = 2000;
const records = new Map<string, SeenRecord>();

interface Sight {
  id: string;
  hash: string | null;
  /** Only the beginning is on screen. */
  truncated: boolean;
}

/**
 * The record of what was seen of a request, wherever it is shown: in the list, on a card, in the opened view, in a
 * task's history. Other content has a record of its own, and so has its truncated beginning.
 */
export function seenRecordOf({ id, hash, truncated }: Sight): SeenRecord {
  const key = `${id} ${hash ?? ''} ${truncated}`;
  const record = records.get(key) ?? new SeenRecord();
  records.set(key, record);
  const [oldest] = records.keys();
  if (records.size > MOST_RECORDS && oldest !== undefined) records.delete(oldest);
  return record;
}
