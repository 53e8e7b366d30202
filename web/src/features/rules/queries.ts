import { type RulePattern, routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';

/** A project's rules. Their use counts change by themselves, so they are fetched whenever the list is opened. */
export const rulesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.projects.rules(projectId),
    queryFn: ({ signal }) => api.call(routes.listProjectRules, { params: { id: projectId }, signal }),
    staleTime: 0,
  });

/** Rules that would cover a request. */
export const proposalsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...keys.items.one(itemId), 'rule-proposals'],
    queryFn: ({ signal }) => api.call(routes.getRuleProposals, { params: { id: itemId }, signal }),
  });

/** Which of the project's latest requests a rule would have answered. */
export const previewQuery = (projectId: string, pattern: RulePattern) =>
  queryOptions({
    queryKey: [...keys.projects.rules(projectId), 'preview', pattern],
    queryFn: ({ signal }) => api.call(routes.postRulePreview, { params: { id: projectId }, body: { pattern }, signal }),
    staleTime: 0,
    retry: false,
  });
