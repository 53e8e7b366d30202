import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../../lib/use-keys.ts';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));
const GoAnywhere = lazy(async () => ({ default: (await import('./go-anywhere.tsx')).GoAnywhere }));

/** The shortcuts of every page: the list of shortcuts, "go anywhere", and the page's search box. */
export function PageKeys() {
  const [shown, setShown] = useState<'keys' | 'anywhere' | null>(null);
  useKeys({
    '?': () => setShown('keys'),
    'Ctrl+k': () => setShown('anywhere'),
    '/': () => {
      const search = document.querySelector<HTMLElement>('main input[type=search]');
      search?.focus();
      return search !== null;
    },
  });
  const close = () => setShown(null);
  return (
    <Suspense>
      {shown === 'keys' && <KeyList onClose={close} />}
      {shown === 'anywhere' && <GoAnywhere onClose={close} />}
    </Suspense>
  );
}
