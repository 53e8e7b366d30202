import { WAIT_MAX_ITEMS, WAIT_MAX_SECONDS } from '@countersign/contract';
import { agentRoutes, type AgentMessage, type Decision, type WaitReply } from '@countersign/contract/agent';
import { asTaskGone, TaskGone, type AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import { createMessages, type Messages } from './messages.ts';
import { pause, type Life } from './shutdown.ts';

/** What comes from the person while a task is worked on: decisions, messages, Stop, and the directive of the container. */
export interface Inbox {
  /** Resolves when the item is decided. */
  decisionOf(itemId: string): Promise<Decision>;
  /** No longer waited for. */
  forget(itemId: string): void;
  /** True while a decision is missing. */
  readonly isWaiting: boolean;
  readonly messages: Messages;
  readonly stopRequested: boolean;
  /** When Stop was pressed, last; empty where nobody says so. */
  readonly stoppedAt: string;
  /** Called whenever Stop is pressed. */
  onStop(listener: () => void): void;
  /** The stop came by another way, e.g. with a heartbeat; one that was acknowledged is told again for a while. */
  stop(at?: string): void;
  /** Says that Stop was heeded and the work goes on. */
  acknowledgeStop(): Promise<void>;
  /** Something happened: the clock of free waiting begins anew. */
  touch(): void;
  close(): void;
  /** Rejects when the task is no longer ours; never resolves. */
  readonly broken: Promise<never>;
}

export interface InboxOptions {
  api: AgentApi;
  life: Life;
  taskId: string;
  epoch: number;
  messages: readonly AgentMessage[];
  /** How long nothing but a decision may be missing before the container is given back (design §6). */
  freeWaitSeconds: number;
  /** True while the container cannot be given back: the agent does something without us, e.g. a long command, or its work is not saved. */
  isBusy: () => Promise<boolean>;
}

interface Pending {
  promise: Promise<Decision>;
  resolve: (decision: Decision) => void;
}

/** Between two requests when the first brought nothing new, as unread messages are told again at once. */
const QUIET_MS = 1_000;
/** After a decision: first it is taken out of the server, undisturbed, and the agent told. */
const RELEASE_MS = 150;

/** Listens for the person: holds one request at the server as long as the task is worked on. */
export function createInbox(options: InboxOptions): Inbox {
  const { api, life, taskId, epoch } = options;
  const pending = new Map<string, Pending>();
  const messages = createMessages(options.messages);
  const stopListeners: Array<() => void> = [];
  const closing = new AbortController();
  let round = new AbortController();
  let stopRequested = false;
  let stoppedAt = '';
  let heededAt = '';
  let isGone = false;
  let freeWait: NodeJS.Timeout | null = null;
  let breakWith: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => (breakWith = reject));
  broken.catch(() => undefined);

  const touch = () => {
    if (freeWait !== null) clearTimeout(freeWait);
    freeWait =
      pending.size === 0 || closing.signal.aborted
        ? null
        : setTimeout(() => void giveBack(), options.freeWaitSeconds * 1000);
  };
  const giveBack = async () => {
    const waited = freeWait;
    const mustStay = await options.isBusy().catch(() => true);
    // Something happened meanwhile, and the clock runs anew.
    if (freeWait !== waited || closing.signal.aborted) return;
    if (mustStay) touch();
    else if (pending.size > 0) life.end('waiting');
  };
  const changed = () => {
    round.abort();
    touch();
  };
  const stop = (at = '') => {
    if (at !== '' && at <= heededAt) return;
    if (at > stoppedAt) stoppedAt = at;
    if (stopRequested) return;
    stopRequested = true;
    for (const listener of stopListeners) listener();
  };

  const giveUp = (error: unknown) => {
    isGone = true;
    breakWith(error);
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
    if (reply.stop) {
      const before = stopRequested;
      stop(reply.stoppedAt);
      if (stopRequested !== before) isNews = true;
    }
    // Told about a task, it may be the task alone that is gone; if it is the container, the next claim says so.
    if (reply.directive === 'exit') giveUp(new TaskGone('it was ended or deleted, or another container has it'));
    else followDirective(reply.directive, life);
    if (isNews) touch();
    return isNews;
  };

  const hold = async () => {
    while (!closing.signal.aborted && !life.work.aborted && !isGone) {
      round = new AbortController();
      const signal = AbortSignal.any([round.signal, closing.signal, life.work]);
      const askedFor = Date.now();
      try {
        const itemIds = [...pending.keys()].slice(0, WAIT_MAX_ITEMS);
        const body = { taskId, epoch, itemIds, timeoutSeconds: WAIT_MAX_SECONDS };
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
    broken,
    messages,
    touch,
    stop,
    get isWaiting() {
      return pending.size > 0;
    },
    get stopRequested() {
      return stopRequested;
    },
    get stoppedAt() {
      return stoppedAt;
    },
    onStop(listener) {
      stopListeners.push(listener);
      if (stopRequested) listener();
    },
    decisionOf(itemId) {
      const known = pending.get(itemId);
      if (known) return known.promise;
      let resolve: (decision: Decision) => void = () => undefined;
      const promise = new Promise<Decision>((settle) => (resolve = settle));
      pending.set(itemId, { promise, resolve });
      changed();
      return promise;
    },
    forget(itemId) {
      if (pending.delete(itemId)) changed();
    },
    async acknowledgeStop() {
      const heeded = stoppedAt;
      await api
        .call(agentRoutes.acknowledge, { params: { taskId }, body: { epoch, messageIds: [], stop: true } })
        .catch(asTaskGone);
      heededAt = heeded;
      // Pressed again meanwhile, it is to be heeded once more.
      stopRequested = stoppedAt !== heeded;
      // An answer that is on its way may tell of this very Stop once more.
      round.abort();
    },
    close() {
      closing.abort();
      if (freeWait !== null) clearTimeout(freeWait);
    },
  };
}
