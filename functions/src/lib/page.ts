import { LIST_REPLY_BYTES } from '@countersign/contract';

/** What the caller of a list may ask for; without a limit, the reply holds as much as one reply may. */
export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** How many there are in all, and per status; sent with the first page of a list that is cut. */
export interface ListCounts {
  total: number;
  byStatus?: Record<string, number>;
}

/** A part of a list. The cursor travels in the header X-Next-Cursor; it is null on the last page. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly nextCursor: string | null,
    readonly counts: ListCounts | null = null,
    /** Where the page after each item would begin; needed as long as items may be left out. */
    private readonly cursors: string[] = [],
  ) {}

  /**
   * The page as it is replied: each item converted by `toReply`, without those for which it returns undefined, and only
   * as many as the reply's size allows. What does not fit begins the next page; an item that is too large by itself is
   * replied.
   */
  toReplies<U>(toReply: (item: T, index: number) => U | undefined): Page<U> {
    const replies: U[] = [];
    let bytes = 0;
    for (const [index, item] of this.items.entries()) {
      const reply = toReply(item, index);
      if (reply === undefined) continue;
      bytes += Buffer.byteLength(JSON.stringify(reply)) + 1;
      const former = this.cursors[index - 1];
      if (bytes > LIST_REPLY_BYTES && replies.length > 0 && former !== undefined) {
        return new Page(replies, former, this.counts);
      }
      replies.push(reply);
    }
    return new Page(replies, this.nextCursor, this.counts);
  }

  /** The same page with its items in another form, e.g. nested. */
  with<U>(items: U[]): Page<U> {
    return new Page(items, this.nextCursor, this.counts);
  }
}
