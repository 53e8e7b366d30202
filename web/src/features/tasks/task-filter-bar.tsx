import { chakra } from '@chakra-ui/react/styled-system';
import { statusLook } from '../../entities/status/statuses.ts';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { priorityBuckets, type TaskFilters } from './task-filters.ts';

interface TaskFilterBarProps {
  filters: TaskFilters;
  /** The statuses to choose from. */
  statuses: readonly string[];
  onSearch: (search: string) => void;
  onStatus: (status: string) => void;
  onPriority: (priority: string) => void;
}

const priorityOptions = [{ value: '', label: 'All Priorities' }, ...priorityBuckets];

/** Search box, status filter and priority filter of the list of tasks. */
export function TaskFilterBar({ filters, statuses, onSearch, onStatus, onPriority }: TaskFilterBarProps) {
  // A status in the address that no task has any more must still appear as chosen.
  const offered = filters.status === '' || statuses.includes(filters.status) ? statuses : [...statuses, filters.status];
  const statusOptions = [
    { value: '', label: 'All Statuses' },
    ...offered.map((status) => ({ value: status, label: statusLook('task', status).word })),
  ];
  return (
    <Bar role="search" aria-label="Filter tasks">
      <SearchInput
        value={filters.search}
        onChange={onSearch}
        placeholder="Search tasks, descriptions, or projects..."
      />
      <Select aria-label="Status" options={statusOptions} value={filters.status} onChange={onStatus} />
      <Select aria-label="Priority" options={priorityOptions} value={filters.priority} onChange={onPriority} />
    </Bar>
  );
}

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: 'minmax(0, 1fr) 180px 180px' },
    gap: '8px',
    '& > :first-of-type': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
});
