import type { DecisionFilters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useExportDecisions } from './mutations.ts';

/** Saves everything that passes the filters as a file, however many pages it has. */
export function ExportDecisions({ filters }: { filters: DecisionFilters }) {
  const [found, setFound] = useState(0);
  const download = useExportDecisions(filters, setFound);
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
