import type { TaskItem } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { toast } from '../../ui/toaster/toast.ts';
import { patchOf } from './published.ts';

/** Saves the complete patch of a publish request as a file for `git apply`. */
export function DownloadPatch({ item }: { item: TaskItem }) {
  const queries = useQueryClient();
  const download = useMutation({
    mutationFn: async () => {
      const complete = item.truncated ? await queries.fetchQuery(completeItemQuery(item.id)) : item;
      const patch = patchOf(complete);
      if (!patch) throw new Error('The publish request holds no patch');
      saveFile(patch.name, 'text/x-patch', [patch.text]);
    },
    onError: (error) => toast.failure('Failed to download the patch', error),
  });
  return (
    <Button variant="outline" colorPalette="neutral" disabled={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden />
      Download patch
    </Button>
  );
}
