import type { Task, TaskItem } from '@countersign/contract';
import { useState } from 'react';
import { AuthenticationDialog } from '../../features/repositories/authentication-dialog.tsx';
import { TaskResult } from '../../features/task-items/task-result.tsx';

/** A task's result, with the dialog that stores a missing token. */
export function TaskOutcome({ task, items }: { task: Task; items: readonly TaskItem[] }) {
  const [tokenFor, setTokenFor] = useState<string | null>(null);
  return (
    <>
      <TaskResult task={task} items={items} onAddToken={setTokenFor} />
      {tokenFor !== null && (
        <AuthenticationDialog key={tokenFor} repositoryId={tokenFor} onClose={() => setTokenFor(null)} />
      )}
    </>
  );
}
