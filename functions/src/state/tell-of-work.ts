import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../effects/transact.ts';
import { projects } from '../store/firestore.ts';

/**
 * Makes a project's idle containers look for work: they listen to its document. New tasks and decisions change that
 * anyway, by its counts; this is for anything else that makes a task claimable. The project must exist.
 */
export function tellOfWork(writer: Writer, projectId: string): void {
  writer.update(projects().doc(projectId), { workToldAt: Timestamp.now() });
}
