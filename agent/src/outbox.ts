import { ACKNOWLEDGE_MAX } from '@countersign/contract';
import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { asTaskGone, isConflict, isGone, isUnacceptable, type AgentApi } from './api.ts';
import { HoldsSecret } from './failures.ts';
import { fitItem } from './fit-item.ts';
import type { Redactor } from './redact.ts';
import { sendFile } from './send-file.ts';

export interface GrantOutcome {
  outcome: 'executed' | 'diverged' | 'told';
  toolResponse?: unknown;
}

/** What is recorded about a task, on its way to the server: in order, each step once, however often it is sent. */
export interface Outbox {
  /** Records a step or what is new about it; leaves soon. One that the server does not take is left out, which is said in the log. */
  put(item: RecordItem): void;
  /** Records what became of a decision that was taken out. */
  settle(itemId: string, outcome: GrantOutcome): void;
  /** Says that these messages of the owner have reached the agent. */
  acknowledge(messageIds: readonly string[]): void;
  /** Resolves when all of it has arrived. Throws TaskGone when the task is no longer ours. */
  flush(): Promise<void>;
  /** As flush; whatever comes later is dropped, as nobody records anything about a task that has ended. */
  close(): Promise<void>;
  /** Records the file of a step that is too large for one request; resolves with the step without it. Throws HoldsSecret. */
  sendFile(item: RecordItem): Promise<RecordItem>;
  /** Records a step at once; resolves with the hash of its bytes as the server keeps them, null where nobody is asked. Throws HoldsSecret, 409. */
  ask(item: RecordItem): Promise<string | null>;
  /** Resolves when less waits than is a burden: whoever makes steps faster than they can be recorded waits for this. */
  room(): Promise<void>;
  /** Rejects when something cannot be recorded; never resolves. */
  readonly broken: Promise<never>;
}

type Entry =
  | { kind: 'item'; item: RecordItem }
  | { kind: 'outcome'; itemId: string; outcome: GrantOutcome }
  | { kind: 'messages'; messageIds: string[] };

const DELAY_MS = 250;
const BATCH_ITEMS = 50;
const BURDEN = 2 * BATCH_ITEMS;
/** Below the server's 1 MiB, with room for the envelope. */
const BATCH_BYTES = 900 * 1024;

export interface OutboxOptions {
  api: AgentApi;
  taskId: string;
  epoch: number;
  /** Tells that something could not be recorded, and why. */
  complain: (message: string) => void;
  redact: Redactor;
}

/** An empty outbox; it sends by itself what is put into it. */
export function createOutbox({ api, taskId, epoch, complain, redact }: OutboxOptions): Outbox {
  const entries: Entry[] = [];
  let timer: NodeJS.Timeout | null = null;
  let draining: Promise<void> | null = null;
  let isClosed = false;
  let failure: { error: unknown } | null = null;
  let breakWith: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => (breakWith = reject));
  broken.catch(() => undefined);

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

  return {
    broken,
    put: (item) => add({ kind: 'item', item: fitItem(redact.inValue(item)) }),
    settle: (itemId, outcome) => add({ kind: 'outcome', itemId, outcome: redact.inValue(outcome) }),
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
    // What cannot be recorded ends the work by `broken`.
    room: () => (entries.length < BURDEN ? Promise.resolve() : drain().catch(() => undefined)),
    async sendFile(item) {
      if (redact.isIn(item)) throw new HoldsSecret();
      await drain();
      return sendFile(item, { api, taskId, epoch });
    },
    async ask(item) {
      if (redact.isIn(item)) throw new HoldsSecret();
      await drain();
      const reply = await api
        .call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items: [item] } })
        .catch((error: unknown) => {
          if (isUnacceptable(error)) complain(`"${item.title}" could not be asked: ${refusalOf(error)}`);
          return asTaskGone(error);
        });
      return reply.items.find((recorded) => recorded.id === item.id)?.hash ?? null;
    },
  };
}

/** Why the server does not take one thing, which is no obstacle to the next. Throws what is more than that, e.g. TaskGone. */
function refusalOf(error: unknown): string {
  if (isGone(error) || !(isConflict(error) || isUnacceptable(error))) asTaskGone(error);
  return error instanceof Error ? error.message : String(error);
}

/** Puts news about a step that still waits into it; false when none waits. The step keeps its place. */
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
