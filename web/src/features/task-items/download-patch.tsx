import type { TaskItem } from '@countersign/contract';
import { Download } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { useDownloadPatch } from './mutations.ts';

/** The change that was asked about, for whoever wants to apply it themselves. */
export function DownloadPatch({ item }: { item: TaskItem }) {
  const download = useDownloadPatch(item);
  return (
    <Button variant="outline" colorPalette="neutral" disabled={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden />
      Download patch
    </Button>
  );
}
