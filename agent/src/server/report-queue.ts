import { ACKNOWLEDGE_MAX } from '@countersign/contract';
import { agentRoutes, type RecordItem, type ModelTokens } from '@countersign/contract/agent';
import { HoldsSecret, messageOf, TaskFailed } from '../lib/failures.ts';
import { asTaskGone, isConflict, isGone, isTooMuch, isUnacceptable, type AgentApi } from './api.ts';
import { fitItem } from './fit-item.ts';
import type { Redactor } from './redact.ts';
import { sendFile } from './send-file.ts';

/** What came of a decision that this runner has redeemed. */
export interface GrantOutcome {
  outcome: 'executed' | 'diverged' | 'told';
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

type Entry =
  | { kind: 'item'; item: RecordItem }
  | { kind: 'outcome'; itemId: string; outcome: GrantOutcome }
  | { kind: 'messages'; messageIds: string[] };

/** How long reports are collected before they are sent together. */
const DELAY_MS = 250;
const BATCH_ITEMS = 50;
/** With this many reports waiting, whoever makes more of them waits until they are sent. */
const BURDEN = 2 * BATCH_ITEMS;
/** Below the server's 1 MiB, with room for the envelope. */
const BATCH_BYTES = 900 * 1024;

export interface ReportQueueOptions {
  api: AgentApi;
  taskId: string;
  epoch: number;
  /** Called with what could not be reported, and why. */
  complain: (message: string) => void;
  redact: Redactor;
}

/** An empty queue; it sends what is put into it by itself. */
export function createReportQueue({ api, taskId, epoch, complain, redact }: ReportQueueOptions): ReportQueue {
  const entries: Entry[] = [];
  /** What every report about a step must repeat. */
  const heads = new Map<string, Pick<RecordItem, 'id' | 'type' | 'title'>>();
  let timer: NodeJS.Timeout | null = null;
  let draining: Promise<void> | null = null;
  let isClosed = false;
  let failure: { error: unknown } | null = null;
  let breakWith: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => (breakWith = reject));
  broken.catch(() => undefined);

  const put = (item: RecordItem) => {
    know(item);
    add({ kind: 'item', item });
  };
  const know = ({ id, type, title }: RecordItem) => void heads.set(id, { id, type, title });
  const add = (entry: Entry) => {
    if (isClosed) return;
    if (!merged(entries, entry)) entries.push(entry);
    timer ??= setTimeout(() => void drain().catch(() => undefined), DELAY_MS);
  };

  const drain = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (failure !== null) throw failure.error;
    draining ??= sendAll().finally(() => (draining = null));
    await draining;
    if (entries.length > 0) await drain();
  };

  const sendAll = async () => {
    try {
      while (entries.length > 0) await sendNext();
    } catch (error) {
      failure = { error };
      breakWith(error);
      throw error;
    }
  };

  const sendNext = async () => {
    const [first] = entries;
    if (first?.kind === 'outcome') {
      entries.shift();
      return sendOutcome(first.itemId, first.outcome);
    }
    if (first?.kind === 'messages') {
      entries.shift();
      return sendAcknowledgement(first.messageIds);
    }
    await sendItems(takeBatch(entries));
  };

  const sendItems = async (items: RecordItem[]) => {
    try {
      await api.call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items } });
    } catch (error) {
      const reason = refusalOf(error);
      if (items.length === 1) return complain(`"${items[0]?.title}" was not recorded: ${reason}`);
      // One step that is refused must not take the others of its batch with it.
      for (const item of items) await sendItems([item]);
    }
  };

  const sendOutcome = async (itemId: string, outcome: GrantOutcome) => {
    try {
      await api.call(agentRoutes.executed, { params: { taskId, itemId }, body: { epoch, ...outcome } });
    } catch (error) {
      complain(`The result of ${itemId} was not recorded: ${refusalOf(error)}`);
    }
  };

  const sendAcknowledgement = async (messageIds: string[]) => {
    await api.call(agentRoutes.acknowledge, { params: { taskId }, body: { epoch, messageIds } }).catch(asTaskGone);
  };

  /** An agent that is refused may ask on and on. */
  const endWork = (reason: TaskFailed) => {
    breakWith(reason);
    return reason;
  };

  return {
    broken,
    put: (item) => put(fitItem(redact.inValue(item))),
    putUsage(itemId, usage) {
      const head = heads.get(itemId);
      if (head !== undefined) put({ ...head, usage: [...usage] });
      return head !== undefined;
    },
    reportOutcome: (itemId, outcome) => add({ kind: 'outcome', itemId, outcome: redact.inValue(outcome) }),
    acknowledge(messageIds) {
      for (let at = 0; at < messageIds.length; at += ACKNOWLEDGE_MAX) {
        add({ kind: 'messages', messageIds: messageIds.slice(at, at + ACKNOWLEDGE_MAX) });
      }
    },
    flush: drain,
    close() {
      isClosed = true;
      return drain();
    },
    // A failure to send ends the work through `broken`.
    room: () => (entries.length < BURDEN ? Promise.resolve() : drain().catch(() => undefined)),
    async sendFile(item) {
      if (redact.isIn(item)) throw new HoldsSecret();
      await drain();
      return sendFile(item, { api, taskId, epoch });
    },
    async ask(item) {
      if (redact.isIn(item)) throw new HoldsSecret();
      await drain();
      know(item);
      const reply = await api
        .call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items: [item] } })
        .catch((error: unknown) => {
          if (isUnacceptable(error)) complain(`"${item.title}" could not be asked: ${refusalOf(error)}`);
          if (isTooMuch(error)) throw endWork(new TaskFailed(error.reply?.message ?? error.text));
          return asTaskGone(error);
        });
      return reply.items.find((recorded) => recorded.id === item.id)?.hash ?? null;
    },
  };
}

/** Why the server refuses one report, which does not affect the next. Throws anything worse, such as TaskGone. */
function refusalOf(error: unknown): string {
  if (isGone(error) || !(isConflict(error) || isUnacceptable(error))) asTaskGone(error);
  return messageOf(error);
}

/** Merges news into a waiting report of the same step, which keeps its place; false if none is waiting. */
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

function takeBatch(entries: Entry[]): RecordItem[] {
  const batch: RecordItem[] = [];
  let bytes = 0;
  while (batch.length < BATCH_ITEMS) {
    const [next] = entries;
    if (next?.kind !== 'item') break;
    bytes += Buffer.byteLength(JSON.stringify(next.item));
    if (batch.length > 0 && bytes > BATCH_BYTES) break;
    batch.push(next.item);
    entries.shift();
  }
  return batch;
}
