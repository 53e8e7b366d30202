import { type DecisionFilters, routes } from '@countersign/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';

const PAGE = 50;

/**
 * Past decisions, page by page, the latest first. A page may be empty although another follows: the server searches in
 * parts. While other filters are loading, the former result stays.
 */
export const decisionsQuery = (filters: DecisionFilters) =>
  infiniteQueryOptions({
    queryKey: [...keys.decisions, 'list', filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      const { reply, headers } = await api.callFully(routes.listDecisions, { query, signal });
      return { decisions: reply, next: headers.get('X-Next-Cursor') };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The last decisions in numbers. */
export const decisionSummaryQuery = (scope: Pick<DecisionFilters, 'projectId' | 'days'>) =>
  queryOptions({
    queryKey: [...keys.decisions, 'summary', scope],
    queryFn: ({ signal }) => api.call(routes.getDecisionSummary, { query: scope, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
