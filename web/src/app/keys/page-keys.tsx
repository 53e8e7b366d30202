import { Suspense, useState } from 'react';
import { useKeys } from '../../lib/use-keys.ts';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';

const KeyList = openedByPress(async () => ({ default: (await import('./key-list.tsx')).KeyList }));
const GoAnywhere = openedByPress(async () => ({ default: (await import('./go-anywhere.tsx')).GoAnywhere }));

/** The shortcuts of every page: the list of shortcuts, "go anywhere", and the page's search box. */
export function PageKeys() {
  const [shown, setShown] = useState<'keys' | 'anywhere' | null>(null);
  useKeys({
    '?': () => KeyList.open(() => setShown('keys')),
    'Ctrl+k': () => GoAnywhere.open(() => setShown('anywhere')),
    '/': () => {
      const search = document.querySelector<HTMLElement>('main input[type=search]');
      search?.focus();
      return search !== null;
    },
  });
  const close = () => setShown(null);
  return (
    <Suspense>
      {shown === 'keys' && <KeyList.Component onClose={close} />}
      {shown === 'anywhere' && <GoAnywhere.Component onClose={close} />}
    </Suspense>
  );
}
