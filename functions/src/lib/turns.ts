import { DomainError, unavailable } from './errors.ts';

export interface TurnLimits {
  /** How much of one key is under way at a time, so that nobody can take all turns. */
  perKey: number;
  /** How much of all keys together; left out where that costs little. */
  overall?: number;
  /** Milliseconds that work waits for its turn. */
  patienceMs: number;
}

interface Waiting {
  key: string;
  begin(): void;
}

const RETRY_SECONDS = 5;

/**
 * For work that costs much: within this instance only so much of it is under way. The rest begins in the order in which
 * it was asked for, past what waits for its own key alone.
 */
export class Turns {
  /** How much of each key is under way, and of all. */
  private readonly taken = new Map<string, number>();
  private atWork = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: TurnLimits) {}

  /**
   * The result of `work`, once it had its turn. If that does not come in time, throws `rate_limited` where the key's own
   * work is in its way, `unavailable` where that of others is.
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.mayBegin(key)) this.begin(key);
    else await this.turnOf(key);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  private mayBegin(key: string): boolean {
    return !this.isFull(key) && this.atWork < (this.limits.overall ?? Infinity);
  }

  private isFull(key: string): boolean {
    return (this.taken.get(key) ?? 0) >= this.limits.perKey;
  }

  private begin(key: string): void {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    this.atWork += 1;
  }

  /** As one turn has ended, one more can begin at most. */
  private end(key: string): void {
    const left = (this.taken.get(key) ?? 0) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
    this.atWork -= 1;
    const next = [...this.waiting].find((one) => this.mayBegin(one.key));
    if (!next) return;
    this.waiting.delete(next);
    this.begin(next.key);
    next.begin();
  }

  private turnOf(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const one: Waiting = { key, begin };
      const patience = setTimeout(() => {
        this.waiting.delete(one);
        reject(this.isFull(key) ? tooManyOfOne() : unavailable(TOO_MUCH, RETRY_SECONDS));
      }, this.limits.patienceMs);
      this.waiting.add(one);
    });
  }
}

const TOO_MUCH = 'Too much is going on here at the moment. Please try again.';

const tooManyOfOne = () =>
  new DomainError('rate_limited', `Too many calls at the same time. Try again in ${RETRY_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
