import { routes } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { toast } from '../../ui/toaster/toast.ts';

/** Saves the signed note of a commit, which its owner may add to the repository themselves. */
export function DownloadNote({ itemId, commit }: { itemId: string; commit: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const envelope = await api.call(routes.postTaskItemEvidence, { params: { id: itemId } });
      saveFile(`countersign-note-${commit.slice(0, 12)}.json`, 'application/json', [`${JSON.stringify(envelope)}\n`]);
    },
    onError: (error) => toast.failure('Failed to download the signed note', error),
  });
  return (
    <Button variant="outline" colorPalette="neutral" loading={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden />
      Download signed note
    </Button>
  );
}
