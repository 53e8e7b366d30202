import type { TaskItem } from '@countersign/contract';
import type { ReactNode } from 'react';
import { seenRecordOf } from '../../entities/task-item/seen/seen-record.ts';
import { SeenScope } from '../../entities/task-item/seen/seen-scope.tsx';
import { useCompleteItem } from './complete-item.tsx';

/**
 * Wraps a step that awaits a decision: what was seen of it is recorded, as on its card. What must be seen is up to its
 * decision, which knows the words that the person has replaced.
 */
export function PendingScope({ item, children }: { item: TaskItem; children: ReactNode }) {
  const { isCut } = useCompleteItem(item);
  const record = seenRecordOf({ id: item.id, hash: item.hash, truncated: isCut });
  return <SeenScope record={record}>{children}</SeenScope>;
}
