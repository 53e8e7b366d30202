import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { noFilters, priorityBuckets, type TaskFilters } from './task-filters.ts';

/** Browsers refuse more than some hundred changes of the address within 30 s, so typing is written after a pause. */
const WRITE_DELAY_MS = 250;

/**
 * The filters of the list of tasks. They live in the address (`?q=&status=&priority=`), so that they survive a reload
 * and can be shared. What is shown is ahead of the address: writing it waits during typing, and the router
 * changes it in its own time, when a second filter may have been chosen already.
 */
export function useTaskFilters() {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const [filters, setFilters] = useState(() => fromAddress(params));
  const [seen, setSeen] = useState(params);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (params !== seen) {
    setSeen(params);
    // Our own writes replace the address and arrive late; anything else is a link or the back button.
    if (navigation !== 'REPLACE') setFilters(fromAddress(params));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (part: Partial<TaskFilters>, delayMs = 0) => {
    const next = { ...filters, ...part };
    const write = () => setParams(toAddress(next), { replace: true, preventScrollReset: true });
    setFilters(next);
    clearTimeout(timer.current);
    if (delayMs === 0) write();
    else timer.current = setTimeout(write, delayMs);
  };

  return {
    filters,
    setSearch: (search: string) => change({ search }, WRITE_DELAY_MS),
    setStatus: (status: string) => change({ status }),
    setPriority: (priority: string) => change({ priority: bucketNamed(priority) }),
    clear: () => change(noFilters),
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
