import { read, readAll } from '../store/data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { notFound } from '../lib/errors.ts';
import { projects } from '../store/firestore.ts';

/** The caller's project; throws `not_found` when it is missing or somebody else's. */
export async function readOwnProject(userId: string, id: string): Promise<ProjectDocument> {
  const project = await read(projects().doc(id));
  if (project?.userId !== userId) throw notFound('Project');
  return project;
}

/** The projects of some things, by id. If one is missing, the thing is being deleted with it and is not replied. */
export async function readProjectsOf(things: { projectId: string }[]): Promise<Map<string, ProjectDocument>> {
  const ids = [...new Set(things.map(({ projectId }) => projectId))];
  const found = await readAll(ids.map((id) => projects().doc(id)));
  return new Map(found.flatMap((project) => (project ? [[project.id, project] as const] : [])));
}
