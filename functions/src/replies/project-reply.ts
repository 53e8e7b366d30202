import type { Project } from '@countersign/contract';
import { iso } from '../documents/time.ts';
import type { ProjectDocument } from '../documents/project.ts';

/** A project as replied, without its lists. */
export function toProjectReply(project: ProjectDocument): Project {
  return { ...project, createdAt: iso(project.createdAt), updatedAt: iso(project.updatedAt) };
}
