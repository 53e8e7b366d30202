import { routes } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { toast } from '../../ui/toaster/toast.ts';

/** Saves all of a user's data as a file: JSON, one thing per line. */
export function ExportAccount() {
  const download = useMutation({
    mutationFn: saveExport,
    onError: (error) => toast.failure('Failed to download your data', error),
  });
  return (
    <chakra.div borderTopWidth="1px" py="20px">
      <chakra.h3 textStyle="cardTitle">Your data</chakra.h3>
      <chakra.p textStyle="sm" color="fg.muted" mt="4px" mb="12px">
        Everything stored about you, as lines of JSON: projects, tasks with their history, containers with their logs,
        and who did what when. Secrets and the saved files of tasks are not included.
      </chakra.p>
      <Button variant="outline" colorPalette="neutral" disabled={download.isPending} onClick={() => download.mutate()}>
        <Download size={16} aria-hidden />
        {download.isPending ? 'Downloading…' : 'Download your data'}
      </Button>
    </chakra.div>
  );
}

/** Fetches all parts, and holds each only as text. */
async function saveExport(): Promise<void> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const { reply, headers } = await api.callFully(routes.exportAccount, { query: cursor ? { cursor } : {} });
    parts.push(reply.map((thing) => `${JSON.stringify(thing)}\n`).join(''));
    cursor = headers.get('X-Next-Cursor') ?? undefined;
  } while (cursor !== undefined);
  saveFile(`countersign-${new Date().toISOString().slice(0, 10)}.ndjson`, 'application/x-ndjson', parts);
}
