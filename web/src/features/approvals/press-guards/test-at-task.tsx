import type { Approval } from '@countersign/contract';
import { act, render } from '@testing-library/react';
import { seenRecordOf } from '../../../entities/task-item/seen/seen-record.ts';
import { ItemDecision } from '../item-decision.tsx';
import { InApp, testApproval } from '../test-approvals.tsx';

/** For tests: shows the decision of an item at its task, all of which has been seen. */
export function showAtTask(fields: Partial<Approval> = {}): void {
  const { task, submittedAt: _at, ...item } = testApproval({ id: 'task', ...fields });
  render(
    <InApp>
      <ItemDecision
        item={{ ...item, taskId: task.id } as never}
        taskTitle={task.title}
        projectId="loom"
        projectName="Loom"
        isSettled={() => true}
        renderBody={() => null}
      />
    </InApp>,
  );
  const record = seenRecordOf({ id: item.id, hash: item.hash, truncated: false });
  act(() => {
    record.declare('title', { lines: 1, name: 'the title' });
    record.see('title', 0, 1);
  });
}
