import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';

/** Limits that the latest requests suggest for a task; asked for anew whenever the dialog is opened. */
export const proposalQuery = (taskId: string, opening: number) =>
  queryOptions({
    // Not among what is the task's, which is fetched anew whenever the task changes.
    queryKey: keys.limitsProposal(taskId, opening),
    queryFn: ({ signal }) => api.call(routes.getLimitsProposal, { params: { id: taskId }, signal }),
    // What is being edited is not changed by what comes in meanwhile.
    staleTime: Infinity,
    gcTime: 0,
  });
