import { ACKNOWLEDGE_MAX, type grantOutcomes } from '@countersign/contract';
import { agentRoutes, type RecordItem, type ModelTokens } from '@countersign/contract/agent';
import { deferred } from '../lib/deferred.ts';
import { HoldsSecret, TaskFailed } from '../lib/failures.ts';
import { asTaskGone, isTooMuch, isUnacceptable } from './api.ts';
import { fitItem } from './fit-item.ts';
import type { Redactor } from './redact.ts';
import { addEntry, BATCH_ITEMS, takeBatch, type Entry } from './report-entries.ts';
import { sendFile } from './send-file.ts';
import { refusalOf, sendBatch, type ReportTarget } from './send-reports.ts';

/** What came of a decision that this runner has redeemed. */
export interface GrantOutcome {
  outcome: (typeof grantOutcomes)[number];
  toolResponse?: unknown;
}

/** Reports about a task on their way to the server: in order, and each step once, however often it is sent. */
export interface ReportQueue {
  /** Reports a step, or news about one, soon. A step that the server refuses is left out, with a line in the log. */
  put(item: RecordItem): void;
  /** Reports what models have used for a step; false if that step was not reported before. */
  putUsage(itemId: string, usage: readonly ModelTokens[]): boolean;
  /** Reports what came of a decision that was redeemed. */
  reportOutcome(itemId: string, outcome: GrantOutcome): void;
  /** Reports that these messages of the owner have reached the agent. */
  acknowledge(messageIds: readonly string[]): void;
  /** Resolves when everything has arrived. Throws TaskGone when the task is no longer ours. */
  flush(): Promise<void>;
  /** Like flush, then drops whatever comes later: nothing may be reported about a task that has ended. */
  close(): Promise<void>;
  /** Sends the file of a step too large for one request; resolves with the step without it. Throws HoldsSecret. */
  sendFile(item: RecordItem): Promise<RecordItem>;
  /**
   * Sends a step at once. Resolves with the hash of its bytes as the server stores them; null for a step that asks for
   * no decision. Throws HoldsSecret, ApiError with 409 if other bytes were decided on under this id, and TaskFailed if
   * the task asks more than it may, which ends the work on it.
   */
  ask(item: RecordItem): Promise<string | null>;
  /** Resolves when little is waiting to be sent: whoever makes steps faster than they can be sent waits for this. */
  room(): Promise<void>;
  /** Rejects when something cannot be sent, or may not be asked; never resolves. */
  readonly broken: Promise<never>;
}

/** How long reports are collected before they are sent together. */
const DELAY_MS = 250;
/**
 * Steps of one run: more than anybody could follow. Each is stored and paid for, and remembered here; an agent that makes
 * them in a circle, or whose program does, would go on until the task's time is over.
 */
const STEPS_MAX = 20_000;
/** With this many reports waiting, whoever makes more of them waits until they are sent. */
const BURDEN = 2 * BATCH_ITEMS;

export interface ReportQueueOptions extends ReportTarget {
  redact: Redactor;
  /** Another number of steps than the default that one run may have. */
  stepsMax?: number;
}

/** An empty queue; it sends what is put into it by itself. */
export function createReportQueue(options: ReportQueueOptions): ReportQueue {
  return new Queue(options);
}

class Queue implements ReportQueue {
  private readonly entries: Entry[] = [];
  /** What every report about a step must repeat. */
  private readonly heads = new Map<string, Pick<RecordItem, 'id' | 'type' | 'title'>>();
  /** Runs while reports are collected. */
  private timer: NodeJS.Timeout | null = null;
  /** What sends them; only one does at a time, so that they arrive in order. */
  private sending: Promise<void> | null = null;
  private isClosed = false;
  /** Why nothing more can be sent. */
  private failure: { error: unknown } | null = null;
  private readonly end = deferred<never>();
  readonly broken = this.end.promise;

  constructor(private readonly options: ReportQueueOptions) {
    this.broken.catch(() => undefined);
  }

  put(item: RecordItem): void {
    this.putAsIs(fitItem(this.options.redact.inValue(item)));
  }

  putUsage(itemId: string, usage: readonly ModelTokens[]): boolean {
    const head = this.heads.get(itemId);
    if (head !== undefined) this.putAsIs({ ...head, usage: [...usage] });
    return head !== undefined;
  }

  reportOutcome(itemId: string, outcome: GrantOutcome): void {
    this.add({ kind: 'outcome', itemId, outcome: this.options.redact.inValue(outcome) });
  }

  acknowledge(messageIds: readonly string[]): void {
    for (let at = 0; at < messageIds.length; at += ACKNOWLEDGE_MAX) {
      this.add({ kind: 'messages', messageIds: messageIds.slice(at, at + ACKNOWLEDGE_MAX) });
    }
  }

  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.failure !== null) throw this.failure.error;
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    await this.sending;
    if (this.entries.length > 0) await this.flush();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.flush();
  }

  room(): Promise<void> {
    return this.entries.length < BURDEN ? Promise.resolve() : this.flushUnlessBroken();
  }

  async sendFile(item: RecordItem): Promise<RecordItem> {
    if (this.options.redact.isIn(item)) throw new HoldsSecret();
    await this.flush();
    return sendFile(item, this.options);
  }

  async ask(item: RecordItem): Promise<string | null> {
    const { api, taskId, epoch, redact } = this.options;
    if (redact.isIn(item)) throw new HoldsSecret();
    await this.flush();
    this.remember(item);
    const reply = await api
      .call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items: [item] } })
      .catch((error: unknown) => this.refuse(item, error));
    return reply.items.find((recorded) => recorded.id === item.id)?.hash ?? null;
  }

  /** What a refused question means. Always throws. */
  private refuse(item: RecordItem, error: unknown): never {
    if (isUnacceptable(error)) this.options.complain(`"${item.title}" could not be asked: ${refusalOf(error)}`);
    if (!isTooMuch(error)) return asTaskGone(error);
    const reason = new TaskFailed(error.reply?.message ?? error.text);
    // An agent that is refused may ask on and on: the work on the task ends.
    this.end.reject(reason);
    throw reason;
  }

  private putAsIs(item: RecordItem): void {
    const { stepsMax = STEPS_MAX } = this.options;
    if (!this.heads.has(item.id) && this.heads.size >= stepsMax)
      return this.end.reject(new TaskFailed(tooManySteps(stepsMax)));
    this.remember(item);
    this.add({ kind: 'item', item });
  }

  private remember({ id, type, title }: RecordItem): void {
    this.heads.set(id, { id, type, title });
  }

  private add(entry: Entry): void {
    if (this.isClosed) return;
    addEntry(this.entries, entry);
    this.timer ??= setTimeout(() => void this.flushUnlessBroken(), DELAY_MS);
  }

  /** A failure to send ends the work through `broken`. */
  private flushUnlessBroken(): Promise<void> {
    return this.flush().catch(() => undefined);
  }

  private async sendAll(): Promise<void> {
    try {
      while (this.entries.length > 0) await sendBatch(takeBatch(this.entries), this.options);
    } catch (error) {
      this.failure = { error };
      this.end.reject(error);
      throw error;
    }
  }
}

const tooManySteps = (most: number) =>
  `The agent has made ${most.toLocaleString('en-US')} steps, the most that one run of a task may have. Reopen the task to go on.`;
