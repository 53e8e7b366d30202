import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useStableCallback } from '../use-stable-callback.ts';

interface AddressOf<Filters> {
  /** Reads the filters from an address; missing or invalid ones are off. */
  read: (address: URLSearchParams) => Filters;
  /** The part of an address for these filters; an empty field is left out. */
  write: (filters: Filters) => Record<string, string>;
}

/** Browsers refuse more than about a hundred changes of the address within 30 s, so typing is written after a pause. */
export const TYPING_PAUSE_MS = 250;

/**
 * The filters of a list. They are kept in the address, so that they survive a reload and can be shared; the rest of the
 * address is left alone. The filters shown are ahead of the address: writing it waits during typing, and the router
 * changes it in its own time, when a second filter may already have been chosen. `written` are the filters in the
 * address, once typing has paused.
 */
export function useAddressFilters<Filters extends object>({ read, write }: AddressOf<Filters>) {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const [filters, setFilters] = useState(() => read(params));
  const [seen, setSeen] = useState(params);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (params !== seen) {
    setSeen(params);
    // Our own writes replace the address and arrive late; anything else is a link or the back button.
    if (navigation !== 'REPLACE') setFilters(read(params));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const put = useStableCallback((next: Filters) => {
    const address = new URLSearchParams(params);
    for (const [name, value] of Object.entries(write(next))) {
      // In a fixed order, so that the same filters always give the same address.
      address.delete(name);
      if (value !== '') address.append(name, value);
    }
    setParams(address, { replace: true, preventScrollReset: true });
  });
  const change = (part: Partial<Filters>, delayMs = 0) => {
    const next = { ...filters, ...part };
    setFilters(next);
    clearTimeout(timer.current);
    if (delayMs === 0) put(next);
    else timer.current = setTimeout(put, delayMs, next);
  };
  return { filters, written: read(params), change };
}
