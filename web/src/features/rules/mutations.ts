import { type CreateRule, type Rule, routes, type UpdateRule } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api, messageOf } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Stores a rule; the form shows errors. */
export function useCreateRule(projectId: string) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (body: CreateRule) => api.call(routes.postProjectRule, { params: { id: projectId }, body }),
    onSuccess: ({ name }) => {
      toast.success('Rule saved', `“${name}” approves what it covers from now on`);
      void refresh();
    },
  });
}

/** Changes when a rule expires. */
export function useUpdateRule({ id, projectId }: Pick<Rule, 'id' | 'projectId'>) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (body: UpdateRule) => api.call(routes.patchRule, { params: { id }, body }),
    onSuccess: () => toast.success('Rule changed'),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error), 'Failed to change the rule'),
  });
}

/** Revokes a rule. */
export function useRevokeRule({ id, projectId }: Pick<Rule, 'id' | 'projectId'>) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: () => api.call(routes.deleteRule, { params: { id } }),
    onSuccess: () => toast.success('Rule revoked', 'You are asked again about what it covered'),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error), 'Failed to revoke the rule'),
  });
}

function useRefresh(projectId: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.projects.rules(projectId) });
}
