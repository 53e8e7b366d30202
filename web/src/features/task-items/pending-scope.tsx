import type { TaskItem } from '@countersign/contract';
import type { ReactNode } from 'react';
import { describeContent } from '../../entities/task-item/content/describe-content.ts';
import { outlineOf } from '../../entities/task-item/seen/outline.ts';
import { seenRecordOf } from '../../entities/task-item/seen/seen-record.ts';
import { SeenScope } from '../../entities/task-item/seen/seen-scope.tsx';
import { useCompleteItem } from './complete-item.tsx';

/** Wraps a step that awaits a decision: what was seen of it is recorded, as on its card. */
export function PendingScope({ item, children }: { item: TaskItem; children: ReactNode }) {
  const { shown, isCut } = useCompleteItem(item);
  return (
    <SeenScope
      record={seenRecordOf({ id: item.id, hash: item.hash, truncated: isCut })}
      required={outlineOf(shown, describeContent(shown))}
    >
      {children}
    </SeenScope>
  );
}
