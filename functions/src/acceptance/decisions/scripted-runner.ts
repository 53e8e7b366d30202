import { ApiError } from '@countersign/contract';
import { agentRoutes, type ClaimedTask, type Decision, type RecordItem } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newNonce } from '../../testing/new-nonce.ts';
import { createMortalCalls, Over, type MortalOptions } from './mortal-calls.ts';
import { recorded, type Record } from './record.ts';

/** What is saved of tasks outside of their containers: the finished steps, by task. */
export type Checkpoints = Map<string, Set<number>>;

export interface RunnerOptions extends Omit<MortalOptions, 'onAnsweredLate'> {
  name: string;
  record: Record;
  checkpoints: Checkpoints;
  heartbeatSeconds: number;
  /** What the agent does in a task: its steps, in groups that it asks about together. */
  stepsOf: (task: ClaimedTask) => Omit<RecordItem, 'id'>[][];
  /** Whether it leaves when only decisions are missing. */
  leaves: () => boolean;
}

const HELD_SECONDS = 30;
const ID_LENGTH = 21;
/** Milliseconds between two held requests, in which the decision that ended the first is redeemed. */
const RELEASE_MS = 30;

/** An id that is the same for the same step in each run. */
const stepId = (...parts: (string | number)[]) =>
  createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, ID_LENGTH);

/**
 * A runner like `agent/`'s, but without an agent: it claims tasks, asks, waits, redeems each grant once, acts, saves
 * and reports, and goes on with what an earlier run has left. Resolves when it is killed, has left, or was fenced off.
 */
export async function runScripted(options: RunnerOptions): Promise<void> {
  const { name, record } = options;
  const onAnsweredLate = (path: string) => record.wrong.push(`${name} was replaced, and ${path} was answered`);
  const { call, end, lives, gone } = createMortalCalls({ ...options, onAnsweredLate });
  let working: { taskId?: string; epoch?: number } = {};

  const beat = async () => {
    for (;;) {
      await delay(options.heartbeatSeconds * 1_000, undefined, { signal: lives });
      await call(agentRoutes.heartbeat, { body: working });
    }
  };

  const claimAll = async () => {
    for (;;) {
      const { directive, task } = await call(agentRoutes.claim, { body: {} });
      if (directive !== 'run') return end('told to end');
      if (task) await work(task);
      else await call(agentRoutes.wait, { body: { itemIds: [], forWork: true, timeoutSeconds: HELD_SECONDS } });
    }
  };

  const work = async (task: ClaimedTask) => {
    const { id: taskId, epoch } = task;
    working = { taskId, epoch };
    const done = options.checkpoints.get(taskId) ?? new Set<number>();
    options.checkpoints.set(taskId, done);
    const decisionOf = createFeed(task);
    let count = 0;
    for (const group of options.stepsOf(task)) {
      const steps = group.map((item) => ({ item, step: count++ })).filter(({ step }) => !done.has(step));
      if (steps.length > 0) await put(task, ...steps.map(({ item, step }) => ({ ...item, id: stepId(taskId, step) })));
      await Promise.all(
        steps.map(async ({ item, step }) => {
          const consent = await obtain(task, item, step, decisionOf);
          if (consent.isApproved) record.acts.push({ by: name, itemId: consent.itemId, at: Date.now() });
          done.add(step);
          const outcome = consent.isApproved ? 'executed' : 'told';
          await call(agentRoutes.executed, { params: { taskId, itemId: consent.itemId }, body: { epoch, outcome } });
        }),
      );
    }
    const item = { id: stepId(taskId, 'end'), type: 'completion', title: 'Done' } as const;
    await call(agentRoutes.finish, { params: { taskId }, body: { epoch, status: 'completed', item } });
    working = {};
  };

  const put = (task: ClaimedTask, ...items: RecordItem[]) =>
    call(agentRoutes.putItems, { params: { taskId: task.id }, body: { epoch: task.epoch, items } });

  /** Waits for the decision and redeems it; asks again if an earlier run redeemed it and its result is unknown. */
  const obtain = async (task: ClaimedTask, item: Omit<RecordItem, 'id'>, step: number, decisionOf: Feed) => {
    let id = stepId(task.id, step);
    for (let attempt = 0; ;) {
      const consent = await redeem(task, await decisionOf(id));
      if (consent === 'undone') continue; // it waits for the person again
      if (consent) return consent;
      // The same in each run: what an earlier one has asked again, and not redeemed, is what this one waits for.
      id = stepId(task.id, step, 'again', attempt++);
      await put(task, { ...item, id });
    }
  };

  const redeem = async ({ id: taskId, epoch }: ClaimedTask, { itemId, hash }: Decision): Promise<Redeemed> => {
    const about = { by: name, what: 'redeem', itemId } as const;
    const input = { params: { taskId, itemId }, body: { epoch, hash, nonce: newNonce() } };
    try {
      return await call(agentRoutes.release, input, (send) => recorded(record, about, send));
    } catch (error) {
      if (error instanceof ApiError && error.reply?.isUndecided) return 'undone';
      if (error instanceof ApiError && error.status === 409) return null;
      throw error;
    }
  };

  /** One held request for all missing decisions of a task. */
  const createFeed = ({ id: taskId, epoch }: ClaimedTask): Feed => {
    const missing = new Map<string, Missing>();
    let isHolding = false;
    let round = new AbortController();
    const hold = async () => {
      while (missing.size > 0) {
        if (options.leaves()) await leave(missing.values());
        round = new AbortController();
        const { signal } = round;
        const body = { taskId, epoch, itemIds: [...missing.keys()], timeoutSeconds: HELD_SECONDS };
        const reply = await call(agentRoutes.wait, { body, signal }).catch((error: unknown) => {
          if (signal.aborted && !lives.aborted) return null;
          throw error;
        });
        if (reply && reply.directive !== 'run') end('told to end');
        for (const decision of reply?.decisions ?? []) {
          const { itemId, isApproved } = decision;
          record.heard.push({ by: name, itemId, isApproved, at: Date.now() });
          missing.get(itemId)?.resolve(decision);
          missing.delete(itemId);
        }
        if (reply) await delay(RELEASE_MS);
      }
      isHolding = false;
    };
    const fail = (error: unknown) => {
      for (const { reject } of missing.values()) reject(error);
    };
    return (itemId) =>
      new Promise((resolve, reject) => {
        const wait = noteWait(itemId);
        const hear = (decision: Decision) => {
          wait.end();
          resolve(decision);
        };
        missing.set(itemId, { resolve: hear, reject, wait });
        round.abort();
        if (isHolding) return;
        isHolding = true;
        hold().catch(fail);
      });
  };

  const noteWait = (itemId: string) => {
    const wait = { by: name, itemId, from: Date.now(), to: Infinity };
    record.waits.push(wait);
    const end = () => void (wait.to = Math.min(wait.to, Date.now()));
    if (gone.aborted) end();
    else gone.addEventListener('abort', end, { once: true });
    return { end };
  };

  /** From now on only the next run can hear of a decision: how long its task waits for that is watched (watch-waits.ts). */
  const leave = async (waiting: Iterable<Missing>) => {
    for (const { wait } of waiting) wait.end();
    await call(agentRoutes.exit, { body: { reason: 'waiting' } });
    end('it has left');
  };

  await Promise.race([claimAll(), beat()])
    .catch((error: unknown) => {
      const isOver = error instanceof Over || lives.aborted;
      if (!isOver) record.wrong.push(`${name}: ${String(error)}`);
      // Whatever else it is doing ends with it.
      if (!lives.aborted) end('it failed');
    })
    .catch(() => undefined);
}

/** Null: an earlier run has redeemed it. */
type Redeemed = Decision | 'undone' | null;

/** A decision that a run waits for. */
interface Missing {
  resolve: (decision: Decision) => void;
  reject: (error: unknown) => void;
  wait: { end: () => void };
}

/** Resolves when the item is decided. */
type Feed = (itemId: string) => Promise<Decision>;
