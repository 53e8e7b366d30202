import type { Timestamp } from 'firebase-admin/firestore';
import { auditEvents, taskItems } from '../../store/firestore.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';

/** One entry of an item's audit trail, with the time of its commit (milliseconds since 1970). */
interface Entry {
  at: number;
  what: 'approved' | 'rejected' | 'by rule' | 'undone' | 'rule ended' | 'released' | 'other';
  action: string;
}

/**
 * An item that asked, as it is now, and its audit trail in commit order: each event is written with the change it
 * reports.
 */
export interface ItemHistory {
  item: TaskItemDocument;
  createdAt: number;
  entries: Entry[];
}

const words: { [action: string]: Entry['what'] } = {
  item_approved: 'approved',
  item_rejected: 'rejected',
  item_approved_by_rule: 'by rule',
  decision_undone: 'undone',
  grant_released: 'released',
};

/** The histories of everything an owner was asked. */
export async function historiesOf(userId: string): Promise<ItemHistory[]> {
  const [items, trail] = await Promise.all([
    taskItems().where('userId', '==', userId).where('needsApproval', '==', true).get(),
    auditEvents().where('userId', '==', userId).get(),
  ]);
  return items.docs.map((doc) => {
    const events = trail.docs.filter((event) => event.data().subjectId === doc.id);
    const entries = events.map((event): Entry => {
      const { action, actor } = event.data();
      const isByServer = action === 'decision_undone' && actor === 'system';
      const what = isByServer ? 'rule ended' : (words[action] ?? 'other');
      return { at: millis(event.createTime), what, action };
    });
    entries.sort((a, b) => a.at - b.at);
    return { item: doc.data(), createdAt: millis(doc.createTime), entries };
  });
}

/** Including fractions, so that two commits within a millisecond have an order. */
export const millis = ({ seconds, nanoseconds }: Timestamp) => seconds * 1e3 + nanoseconds / 1e6;
