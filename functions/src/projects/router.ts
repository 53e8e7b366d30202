import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { createRule, deleteRule, listRules, updateRule } from './change-rule.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { listProjects } from './list-projects.ts';
import { toProjectReply } from '../replies/project-reply.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { readProjectUsage } from './read-project-usage.ts';
import { previewRule, proposeRules } from './preview-rule.ts';
import { storeVariable } from './store-variable.ts';
import { updateProject } from './update-project.ts';

/** Projects and their settings. */
export function mountProjects(mount: Mount<UserCaller>): void {
  mount(routes.listProjects, (caller, { query }) => listProjects(caller, query));
  mount(routes.postProject, (caller, { body, idempotencyKey }) => createProject(caller, body, idempotencyKey));
  mount(routes.getProject, async ({ userId }, { params }) => toProjectReply(await readOwnProject(userId, params.id)));
  mount(routes.getProjectUsage, (caller, { params }) => readProjectUsage(caller, params.id));
  mount(routes.patchProject, (caller, { params, body }) => updateProject(caller, params.id, body));
  mount(routes.putProjectVariable, (caller, { params, body }) => storeVariable(caller, params.id, body));
  mount(routes.listProjectRules, (caller, { params }) => listRules(caller, params.id));
  mount(routes.postProjectRule, (caller, { params, body }) => createRule(caller, params.id, body));
  mount(routes.postRulePreview, (caller, { params, body }) => previewRule(caller, params.id, body.pattern));
  mount(routes.patchRule, (caller, { params, body }) => updateRule(caller, params.id, body));
  mount(routes.deleteRule, (caller, { params }) => deleteRule(caller, params.id));
  mount(routes.getRuleProposals, (caller, { params }) => proposeRules(caller, params.id));
  mount(routes.deleteProject, (caller, { params }) => deleteProject(caller, params.id));
}
