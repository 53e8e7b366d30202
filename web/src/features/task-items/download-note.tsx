import { Download } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { useDownloadNote } from './mutations.ts';

/** Where the signed note of a commit could not be pushed: its owner may add it to the repository themselves. */
export function DownloadNote(published: { itemId: string; commit: string }) {
  const download = useDownloadNote(published);
  return (
    <Button variant="outline" colorPalette="neutral" loading={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden />
      Download signed note
    </Button>
  );
}
