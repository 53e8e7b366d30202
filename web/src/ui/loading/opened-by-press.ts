import { type ComponentType, lazy } from 'react';
import { toast } from '../toaster/toast.ts';

const reload = { label: 'Reload', onClick: () => location.reload() };

/** Like `lazy`, for what a press opens: if its code cannot be fetched, the page stays as it is. */
export function openedByPress<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return {
    Component: lazy(load),
    /**
     * Calls `show` once the code is there. Otherwise a toast says so and offers to reload the page: the next press tries
     * again, but not every browser fetches a module again that it could not fetch (whatwg/html#6768).
     */
    open: (show: () => void) =>
      void load().then(show, (error: unknown) => toast.failure('This could not be opened.', error, reload)),
  };
}
