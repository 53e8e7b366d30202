import { routes, type Task } from '@countersign/contract';
import type { TestUser } from './user.ts';

/** A task for the demo agent that asks twice: for `docs/a.md`, then for `docs/b.md`. */
export function newPagesTask({ api }: Pick<TestUser, 'api'>, projectId: string): Promise<Task> {
  const description = 'Create `docs/a.md` with the text "x".\nCreate `docs/b.md` with the text "x".';
  return api.call(routes.postProjectTask, { params: { id: projectId }, body: { title: 'Write pages', description } });
}
