import type * as z from 'zod';
import { read, readFieldsOfAll } from '../store/data.ts';
import { projectDocument, type ProjectDocument } from '../documents/project.ts';
import { notFound } from '../lib/errors.ts';
import { projects } from '../store/firestore.ts';

/**
 * The caller's project; throws `not_found` when it is missing or somebody else's. `field`: that of the request's body
 * which names it.
 */
export async function readOwnProject(userId: string, id: string, field?: string): Promise<ProjectDocument> {
  const project = await read(projects().doc(id));
  if (project?.userId !== userId) throw notFound('Project', field);
  return project;
}

/** What lists say of a project: its texts are long. */
const namedDocument = projectDocument.pick({ id: true, name: true, model: true });
type NamedProject = z.infer<typeof namedDocument>;

/**
 * The names of the projects of some things, by id. If one is missing, the thing is being deleted with it and is not
 * replied.
 */
export async function readProjectsOf(things: { projectId: string }[]): Promise<Map<string, NamedProject>> {
  const ids = [...new Set(things.map(({ projectId }) => projectId))];
  const refs = ids.map((id) => projects().doc(id));
  const found = await readFieldsOfAll(refs, namedDocument);
  return new Map(found.flatMap((project) => (project ? [[project.id, project] as const] : [])));
}
