import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from './auth-context.ts';
import { keys } from './query-keys.ts';

/** While a task's page is open: fetches the task and its history anew whenever its signal says so (design §7). */
export function useTaskSignal(taskId: string): void {
  const queries = useQueryClient();
  const { uid } = useUser();

  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const refetch = () => {
      void queries.invalidateQueries({ queryKey: keys.items.ofTask(taskId) });
      void queries.invalidateQueries({ queryKey: keys.tasks.one(taskId) });
    };
    import('./live.ts')
      .then(({ listen }) => listen(`signals/${uid}/tasks/${taskId}`, { onNews: refetch, onConnected: () => undefined }))
      .then(
        (unlisten) => {
          stop = unlisten;
          if (left) unlisten();
        },
        // Offline or blocked: the page still has its refresh button.
        (error: unknown) => console.error('The task cannot be followed live', error),
      );
    return () => {
      left = true;
      stop?.();
    };
  }, [queries, uid, taskId]);
}
