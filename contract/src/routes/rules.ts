import * as z from 'zod/mini';
import { route } from './route.ts';
import { createRule, previewRule, rule, rulePreview, ruleProposals, updateRule } from '../entities/rule.ts';

/** The routes of rules; a part of `routes`, in a file of its own that pages load only where they need it. */

export const listProjectRules = route({
  method: 'GET',
  path: '/api/projects/:id/rules',
  summary: 'The rules of a project, newest first, including expired ones',
  reply: z.array(rule),
});
export const postProjectRule = route({
  method: 'POST',
  path: '/api/projects/:id/rules',
  summary: 'Stores a rule that approves what it matches, from then on',
  body: createRule,
  reply: rule,
  status: 201,
});
export const postRulePreview = route({
  method: 'POST',
  path: '/api/projects/:id/rules/preview',
  summary: 'Which of the latest requests a rule would have answered; stores nothing',
  body: previewRule,
  reply: rulePreview,
});
export const patchRule = route({
  method: 'PATCH',
  path: '/api/rules/:id',
  summary: 'Changes a rule, or when it expires; its version rises',
  body: updateRule,
  reply: rule,
});
export const deleteRule = route({
  method: 'DELETE',
  path: '/api/rules/:id',
  summary: 'Revokes a rule; it approves nothing more',
});
export const getRuleProposals = route({
  method: 'GET',
  path: '/api/task-items/:id/rule-proposals',
  summary: 'Rules that would cover a request; none if it must be decided by hand each time',
  reply: ruleProposals,
});
