import { unavailable } from './errors.ts';

interface Waiting {
  key: string;
  begin(): void;
}

/**
 * For work that costs much: within this instance at most `atOnce` of it is under way, and of one key one thing at a
 * time, so that nobody can take all turns. The rest begins in the order in which it was asked for.
 */
export class Turns {
  private readonly taken = new Set<string>();
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly patienceMs: number,
  ) {}

  /** The result of `work`, once it had its turn. Throws `unavailable` if that does not come in time. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.mayBegin(key)) this.taken.add(key);
    else await this.turnOf(key);
    try {
      return await work();
    } finally {
      this.taken.delete(key);
      this.beginNext();
    }
  }

  private mayBegin(key: string): boolean {
    return this.taken.size < this.atOnce && !this.taken.has(key);
  }

  private turnOf(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(one), 1);
        reject(unavailable('Too much is going on here at the moment. Please try again.'));
      };
      const patience = setTimeout(giveUp, this.patienceMs);
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const one: Waiting = { key, begin };
      this.waiting.push(one);
    });
  }

  /** As one turn has ended, one more can begin at most. */
  private beginNext(): void {
    const index = this.waiting.findIndex(({ key }) => this.mayBegin(key));
    const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (!next) return;
    this.taken.add(next.key);
    next.begin();
  }
}
