import { PRIORITY_BUCKETS, type Task } from '@countersign/contract';

export const priorityBuckets = [
  { value: 'low', label: 'Low (0-2)' },
  { value: 'medium', label: 'Medium (2-5)' },
  { value: 'high', label: 'High (5+)' },
] as const;
export type PriorityBucket = (typeof priorityBuckets)[number]['value'];

/** The filters of the list of tasks; an empty text filters nothing. */
export interface TaskFilters {
  search: string;
  status: string;
  priority: PriorityBucket | '';
}

export const noFilters: TaskFilters = { search: '', status: '', priority: '' };

export function isFiltering(filters: TaskFilters): boolean {
  return filters.search.trim() !== '' || filters.status !== '' || filters.priority !== '';
}

/** The tasks that pass all three filters, in their order. */
export function filterTasks(tasks: readonly Task[], filters: TaskFilters): readonly Task[] {
  if (!isFiltering(filters)) return tasks;
  const search = filters.search.trim().toLowerCase();
  return tasks.filter(
    (task) =>
      (filters.status === '' || task.status === filters.status) &&
      (filters.priority === '' || bucketOf(task.priority) === filters.priority) &&
      (search === '' || searchable(task).includes(search)),
  );
}

export function bucketOf(priority: number): PriorityBucket {
  if (priority >= PRIORITY_BUCKETS.high) return 'high';
  return priority >= PRIORITY_BUCKETS.medium ? 'medium' : 'low';
}

/** Lower-casing 10,000 descriptions at each keystroke would be noticeable, so each task's text is built once. */
const searchableTexts = new WeakMap<Task, string>();

function searchable(task: Task): string {
  let text = searchableTexts.get(task);
  if (text === undefined) {
    // Joined by a character that an input line cannot contain, so that nothing matches across two fields.
    text = [task.title, task.description, task.project?.name].join('\n').toLowerCase();
    searchableTexts.set(task, text);
  }
  return text;
}
