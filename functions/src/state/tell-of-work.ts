import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../effects/transact.ts';
import { projects } from '../store/firestore.ts';

/**
 * Lets the idle containers of a project look for work: they listen to its document. New tasks and decisions change it
 * anyway, by its counts; this is for whatever else makes a task one that may be claimed. The project must be there.
 */
export function tellOfWork(writer: Writer, projectId: string): void {
  writer.update(projects().doc(projectId), { workToldAt: Timestamp.now() });
}
