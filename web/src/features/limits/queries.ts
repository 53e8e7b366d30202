import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';

/** Limits that the latest requests suggest for a task; fetched each time the dialog is opened. */
export const proposalQuery = (taskId: string, opening: number) =>
  queryOptions({
    // Not below the task's keys, which are fetched again whenever the task changes.
    queryKey: keys.limitsProposal(taskId, opening),
    queryFn: ({ signal }) => api.call(routes.getLimitsProposal, { params: { id: taskId }, signal }),
    // Changes that arrive meanwhile must not alter what is being edited.
    staleTime: Infinity,
    gcTime: 0,
  });
