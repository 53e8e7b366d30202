import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { noFilters, priorityBuckets, type TaskFilters } from './task-filters.ts';

/** Browsers refuse more than some hundred changes of the address within 30 s, so typing is written after a pause. */
const WRITE_DELAY_MS = 250;

/**
 * The filters of the list of tasks. They live in the address (`?q=&status=&priority=`), so that they survive a reload
 * and can be shared; what is being typed is ahead of it by a moment.
 */
export function useTaskFilters() {
  const [params, setParams] = useSearchParams();
  const addressed = fromAddress(params);
  const [search, setSearch] = useState(addressed.search);
  const [seen, setSeen] = useState(addressed.search);
  const [written, setWritten] = useState(addressed.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (addressed.search !== seen) {
    setSeen(addressed.search);
    // Changed by somebody else: a link, the back button. Our own writes arrive late, when typing may be further on.
    if (addressed.search !== written) {
      setWritten(addressed.search);
      setSearch(addressed.search);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = useCallback(
    (filters: Partial<TaskFilters>) => {
      clearTimeout(timer.current);
      if (filters.search !== undefined) setWritten(filters.search);
      setParams((before) => toAddress({ ...fromAddress(before), ...filters }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );

  return {
    filters: { ...addressed, search },
    setSearch: (typed: string) => {
      setSearch(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write({ search: typed }), WRITE_DELAY_MS);
    },
    setStatus: (status: string) => write({ search, status }),
    setPriority: (priority: string) => write({ search, priority: bucketNamed(priority) }),
    clear: () => {
      setSearch('');
      write(noFilters);
    },
  };
}

function fromAddress(params: URLSearchParams): TaskFilters {
  return {
    search: params.get('q') ?? '',
    status: params.get('status') ?? '',
    priority: bucketNamed(params.get('priority')),
  };
}

function toAddress({ search, status, priority }: TaskFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (status !== '') params.set('status', status);
  if (priority !== '') params.set('priority', priority);
  return params;
}

function bucketNamed(name: string | null): TaskFilters['priority'] {
  return priorityBuckets.find(({ value }) => value === name)?.value ?? '';
}
