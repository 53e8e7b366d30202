import { WAIT_MAX_ITEMS, WAIT_MAX_SECONDS } from '@countersign/contract';
import { agentRoutes, type AgentMessage, type Decision, type WaitReply } from '@countersign/contract/agent';
import { deferred } from '../lib/deferred.ts';
import { pause, type Lifetime } from '../lib/lifetime.ts';
import { asTaskGone, TaskGone, type AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import { createMessages, type Messages } from './messages.ts';
import { createStop } from './stop.ts';

/** What comes from the person while a task is worked on: decisions, messages, Stop; and the container's directive. */
export interface DecisionFeed {
  /** Resolves when the item is decided. */
  decisionOf(itemId: string): Promise<Decision>;
  /** The decision is no longer awaited. */
  forget(itemId: string): void;
  /** True while a decision is awaited. */
  readonly isWaiting: boolean;
  readonly messages: Messages;
  readonly stopRequested: boolean;
  /** When Stop was last pressed, as the server says; empty if it does not say. */
  readonly stoppedAt: string;
  /** The listener is called whenever Stop is pressed. */
  onStop(listener: () => void): void;
  /**
   * Takes a Stop that came another way, such as with a heartbeat. The server repeats one for a while after its
   * acknowledgement.
   */
  stop(at?: string): void;
  /** Reports that the agent was stopped and the work goes on. A Stop that was pressed later still holds. */
  acknowledgeStop(): Promise<void>;
  /** Keeps what must outlive this run of a Stop, each time before the server hears that the work goes on after it. */
  beforeGoingOn(keep: () => Promise<unknown>): void;
  /** Calls the listener when waiting for a decision begins or ends, when something arrives, and on close. */
  onChange(listener: () => void): void;
  close(): void;
  readonly isClosed: boolean;
  /** Rejects when the task is no longer ours; never resolves. */
  readonly broken: Promise<never>;
}

export interface DecisionFeedOptions {
  api: AgentApi;
  life: Lifetime;
  taskId: string;
  epoch: number;
  messages: readonly AgentMessage[];
}

/** Pause between two requests when the first brought nothing new: unacknowledged messages are repeated at once. */
const QUIET_MS = 1_000;
/** When more decisions are awaited than one request may name, how long each part of them is listened for. */
const PART_SECONDS = 2;
/** Pause after a decision: it is redeemed, and the agent answered, before the next request takes the server's time. */
const RELEASE_MS = 150;

/** Listens for the person: holds one request at the server as long as the task is worked on. */
export function createDecisionFeed(options: DecisionFeedOptions): DecisionFeed {
  const { api, life, taskId, epoch } = options;
  const pending = new Map<string, ReturnType<typeof deferred<Decision>>>();
  const messages = createMessages(options.messages);
  const stop = createStop();
  const changeListeners: Array<() => void> = [];
  const keepers: Array<() => Promise<unknown>> = [];
  const closing = new AbortController();
  let round = new AbortController();
  let isGone = false;
  const broken = deferred<never>();
  broken.promise.catch(() => undefined);

  const changed = () => {
    for (const listener of changeListeners) listener();
  };
  const waitForOthers = () => {
    round.abort();
    changed();
  };
  const giveUp = (error: unknown) => {
    isGone = true;
    broken.reject(error);
  };

  const take = (reply: WaitReply): boolean => {
    let isNews = false;
    for (const decision of reply.decisions) {
      const waiting = pending.get(decision.itemId);
      if (!waiting) continue;
      pending.delete(decision.itemId);
      waiting.resolve(decision);
      isNews = true;
    }
    if (messages.take(reply.messages)) isNews = true;
    if (reply.stop && stop.take(reply.stoppedAt)) isNews = true;
    // In the answer about a task, "exit" may concern only the task. If it concerns the container, the next claim tells.
    if (reply.directive === 'exit') giveUp(new TaskGone('it was ended or deleted, or another container has it'));
    else followDirective(reply.directive, life);
    if (isNews) changed();
    return isNews;
  };

  /** As many as one request may name; they move to the end, so that the others get their turn. */
  const nextPart = (): string[] => {
    const part = [...pending].slice(0, WAIT_MAX_ITEMS);
    for (const [itemId, waiting] of part) {
      pending.delete(itemId);
      pending.set(itemId, waiting);
    }
    return part.map(([itemId]) => itemId);
  };

  const hold = async () => {
    while (!closing.signal.aborted && !life.work.aborted && !isGone) {
      round = new AbortController();
      const signal = AbortSignal.any([round.signal, closing.signal, life.work]);
      const askedFor = Date.now();
      try {
        const timeoutSeconds = pending.size > WAIT_MAX_ITEMS ? PART_SECONDS : WAIT_MAX_SECONDS;
        const body = { taskId, epoch, itemIds: nextPart(), timeoutSeconds };
        const reply = await api.call(agentRoutes.wait, { body, signal });
        signal.throwIfAborted();
        const isQuick = Date.now() - askedFor < QUIET_MS;
        if (!take(reply) && isQuick) await pause(QUIET_MS, signal);
        else if (reply.decisions.length > 0) await pause(RELEASE_MS, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  };
  hold().catch(asTaskGone).catch(giveUp);

  return {
    broken: broken.promise,
    messages,
    stop: (at) => void stop.take(at),
    get isWaiting() {
      return pending.size > 0;
    },
    get isClosed() {
      return closing.signal.aborted;
    },
    get stopRequested() {
      return stop.isRequested;
    },
    get stoppedAt() {
      return stop.pressedAt;
    },
    onStop: stop.onRequest,
    onChange: (listener) => void changeListeners.push(listener),
    beforeGoingOn: (keep) => void keepers.push(keep),
    decisionOf(itemId) {
      const known = pending.get(itemId);
      if (known) return known.promise;
      const awaited = deferred<Decision>();
      pending.set(itemId, awaited);
      waitForOthers();
      return awaited.promise;
    },
    forget(itemId) {
      if (pending.delete(itemId)) waitForOthers();
    },
    async acknowledgeStop() {
      const at = stop.pressedAt;
      for (const keep of keepers) await keep();
      // Says which one: if it was pressed again meanwhile, that Stop holds at the server, which repeats it.
      const body = { epoch, messageIds: [], stop: true, ...(at !== '' && { stoppedAt: at }) };
      await api.call(agentRoutes.acknowledge, { params: { taskId }, body }).catch(asTaskGone);
      stop.acknowledge(at);
      // A reply on its way may still contain this very Stop.
      round.abort();
    },
    close() {
      closing.abort();
      changed();
    },
  };
}
