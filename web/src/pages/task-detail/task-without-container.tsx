import type { Task } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasContainerAsking, hasContainerAtWork, isUnclaimed } from '../../entities/task/waits-for-container.ts';
import { CreateContainerDialog } from '../../features/containers/create-container-dialog.tsx';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import { NoContainer } from '../no-container.tsx';

/** For a task that no container can take up: says that it waits for one, with a button to start one. */
export function TaskWithoutContainer({ task }: { task: Task }) {
  const [isStarting, setStarting] = useState(false);
  const waits = isUnclaimed(task);
  const { data } = useQuery({ ...projectContainersQuery(task.projectId), enabled: waits });
  const isShown = waits && data !== undefined && !hasContainerAtWork(data);
  return (
    <>
      {isShown && (
        <NoContainer
          what="This task is waiting"
          isAsking={hasContainerAsking(data)}
          onStart={() => setStarting(true)}
        />
      )}
      <CreateContainerDialog projectId={task.projectId} open={isStarting} onClose={() => setStarting(false)} />
    </>
  );
}
