import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../../entities/query-keys.ts';
import { api } from '../../../lib/api.ts';

/** What was decided before about something like an open request. */
export const precedentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.precedent(id),
    queryFn: ({ signal }) => api.call(routes.getTaskItemPrecedent, { params: { id }, signal }),
  });
