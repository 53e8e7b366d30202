import { taskDocument } from '../documents/task.ts';
import { readFieldsOfAll } from '../store/data.ts';
import { tasks } from '../store/firestore.ts';

/** What lists say of a task: its description is long, and a list may be of a thousand tasks. */
const titledDocument = taskDocument.pick({ id: true, title: true });

/** The tasks of some items, in their order, each with its title only; undefined where it is deleted. */
export function readTitlesOf(items: { taskId: string }[]): Promise<({ id: string; title: string } | undefined)[]> {
  const refs = items.map(({ taskId }) => tasks().doc(taskId));
  return readFieldsOfAll(refs, titledDocument);
}
