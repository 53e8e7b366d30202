import { CircleAlert } from 'lucide-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import type { UnfetchedError } from '../../../ui/loading/fetched-code.ts';

/** Above content that is shown as data, because the code that draws it could not be fetched. */
export function Unfetched({ error }: { error: UnfetchedError }) {
  return (
    <Notice>
      <CircleAlert size={16} aria-hidden />
      <span>Shown as raw data: the code that draws it could not be loaded. {error.message}</span>
      <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => location.reload()}>
        Reload
      </Button>
    </Notice>
  );
}
