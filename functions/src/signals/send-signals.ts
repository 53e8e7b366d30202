import type { SignalKind } from '@countersign/contract';
import { streamItems } from './stream-items.ts';
import { writeOverflow, writeSignal, type Slot } from './write-signal.ts';

/** A change of something that belongs to an owner. */
export type Change =
  | { kind: Exclude<SignalKind, 'item' | 'task'>; id: string }
  /** `streamed`: its usage, which changes with each reply of a model. */
  | { kind: 'task'; id: string; streamed?: true }
  /** `streamed`: a step that its agent records without asking; there may be many a second. */
  | { kind: 'item'; id: string; taskId: string; streamed?: true }
  /** Too many changes to name them. */
  | { kind: 'everything' };

/**
 * Tells an owner's open pages what changed, and is the only place that decides which pages are told: all of them about
 * everything, at once and in one write; but streamed changes go only to their task's page, at most once a second. Never
 * throws.
 */
export async function sendSignals(userId: string, changes: Change[]): Promise<void> {
  const named: Slot[] = [];
  const streams = new Map<string, Slot[]>();
  let isOverflow = false;
  for (const change of changes) {
    if (change.kind === 'everything') isOverflow = true;
    else if (change.kind !== 'item' && change.kind !== 'task') named.push({ kind: change.kind, id: change.id });
    else {
      const { kind, id, taskId, streamed } = { taskId: change.id, ...change };
      const page = streamed ? (streams.get(taskId) ?? []) : named;
      page.push(kind === 'task' ? { kind, id } : { kind, id, taskId });
      if (streamed) streams.set(taskId, page);
    }
  }
  const ofUser = `signals/${userId}`;
  await Promise.all([
    named.length > 0 ? writeSignal(ofUser, named) : undefined,
    isOverflow ? writeOverflow(ofUser) : undefined,
    ...[...streams].map(([taskId, items]) => streamItems(`${ofUser}/tasks/${taskId}`, items)),
  ]);
}
