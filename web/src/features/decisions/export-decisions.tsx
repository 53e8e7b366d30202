import type { DecisionFilters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../lib/device/save-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { toast } from '../../ui/toaster/toast.ts';
import { allDecisions, csvOf } from './decisions-file.ts';

/** Saves everything that passes the filters as a file, however many pages it has. */
export function ExportDecisions({ filters }: { filters: DecisionFilters }) {
  const [found, setFound] = useState(0);
  const download = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      setFound(0);
      const decisions = await allDecisions(filters, setFound);
      const name = `countersign-decisions-${new Date().toISOString().slice(0, 10)}.${kind}`;
      if (kind === 'csv') saveFile(name, 'text/csv', [csvOf(decisions)]);
      else saveFile(name, 'application/json', [`${JSON.stringify(decisions, null, 2)}\n`]);
    },
    onError: (error) => toast.failure('Failed to export the decisions', error),
  });
  const button = (kind: 'csv' | 'json', label: string) => (
    <Button
      variant="outline"
      colorPalette="neutral"
      aria-label={`Export as ${label}`}
      disabled={download.isPending}
      onClick={() => download.mutate(kind)}
    >
      <Download size={16} aria-hidden />
      {label}
    </Button>
  );
  return (
    <chakra.div display="flex" alignItems="center">
      <chakra.span role="status" textStyle="sm" color="fg.muted" me={download.isPending ? '8px' : 0}>
        {download.isPending ? `${found} found…` : ''}
      </chakra.span>
      <chakra.div display="flex" gap="8px">
        {button('csv', 'CSV')}
        {button('json', 'JSON')}
      </chakra.div>
    </chakra.div>
  );
}
