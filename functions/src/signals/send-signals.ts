import type { SignalKind } from '@countersign/contract';
import { streamItems } from './stream-items.ts';
import { writeOverflow, writeSignal, type Slot } from './write-signal.ts';

/** Something of an owner's that changed. */
export type Change =
  | { kind: Exclude<SignalKind, 'item' | 'task'>; id: string }
  /** `streamed`: what its agent uses, which changes with each reply of a model. */
  | { kind: 'task'; id: string; streamed?: true }
  /** `streamed`: a step that its agent tells of and asks nobody about; there may be many a second. */
  | { kind: 'item'; id: string; taskId: string; streamed?: true }
  /** So much that it cannot be named. */
  | { kind: 'everything' };

/**
 * Tells an owner's open pages what changed, and is the one place that says which page hears of what: all of them of
 * everything, at once and in one write; but of what is streamed only the page of their task, at most once a second.
 * Never throws.
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
