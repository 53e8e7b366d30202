import { TYPING_PAUSE_MS, useAddressFilters } from '../../lib/navigation/use-address-filters.ts';
import { noFilters, priorityBuckets, type TaskFilters } from './task-filters.ts';

/** The filters of the list of tasks, kept in the address: `?q=&status=&priority=`. */
export function useTaskFilters() {
  const { filters, change } = useAddressFilters(address);
  return {
    filters,
    setSearch: (search: string) => change({ search }, TYPING_PAUSE_MS),
    setStatus: (status: string) => change({ status }),
    setPriority: (priority: string) => change({ priority: bucketNamed(priority) }),
    clear: () => change(noFilters),
  };
}

const address = {
  read: (params: URLSearchParams): TaskFilters => ({
    search: params.get('q') ?? '',
    status: params.get('status') ?? '',
    priority: bucketNamed(params.get('priority')),
  }),
  write: ({ search, status, priority }: TaskFilters) => ({ q: search, status, priority }),
};

function bucketNamed(name: string | null): TaskFilters['priority'] {
  return priorityBuckets.find(({ value }) => value === name)?.value ?? '';
}
