import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { listProjects } from './list-projects.ts';
import { toProjectReply } from '../replies/project-reply.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { readProjectUsage } from './read-project-usage.ts';
import { storeVariable } from './store-variable.ts';
import { updateProject } from './update-project.ts';

/** Projects and their settings. */
export function mountProjects(mount: Mount<UserCaller>): void {
  mount(routes.listProjects, (caller, { query }) => listProjects(caller, query));
  mount(routes.postProject, (caller, { body }) => createProject(caller, body));
  mount(routes.getProject, async ({ userId }, { params }) => toProjectReply(await readOwnProject(userId, params.id)));
  mount(routes.getProjectUsage, (caller, { params }) => readProjectUsage(caller, params.id));
  mount(routes.patchProject, (caller, { params, body }) => updateProject(caller, params.id, body));
  mount(routes.putProjectVariable, (caller, { params, body }) => storeVariable(caller, params.id, body));
  mount(routes.deleteProject, (caller, { params }) => deleteProject(caller, params.id));
}
