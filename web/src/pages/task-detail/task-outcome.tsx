import type { Task, TaskItem } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repositoriesQuery } from '../../entities/repository/repositories-query.ts';
import { AuthenticationDialog } from '../../features/repositories/authentication-dialog.tsx';
import { TaskResult } from '../../features/task-items/task-result.tsx';

/** What came of a task, with the dialog that stores a missing token. */
export function TaskOutcome({ task, items }: { task: Task; items: readonly TaskItem[] }) {
  const [tokenFor, setTokenFor] = useState<string | null>(null);
  const repositories = useQuery({ ...repositoriesQuery(), enabled: tokenFor !== null });
  const repository = repositories.data?.find(({ id }) => id === tokenFor);
  return (
    <>
      <TaskResult task={task} items={items} onAddToken={setTokenFor} />
      {repository && (
        <AuthenticationDialog key={repository.id} repository={repository} onClose={() => setTokenFor(null)} />
      )}
    </>
  );
}
