import { chakra } from '@chakra-ui/react/styled-system';
import { Download } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { useExportAccount } from './mutations.ts';

/** Says what is stored about a user, and what of it they can download. */
export function ExportAccount() {
  const download = useExportAccount();
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
