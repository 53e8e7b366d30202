import type { DecisionFilters } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../lib/device/save-file.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { allDecisions, csvOf } from './decisions-file.ts';

/** Saves all decisions that pass the filters as a file. `onFound` receives their number so far. */
export function useExportDecisions(filters: DecisionFilters, onFound: (count: number) => void) {
  return useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      onFound(0);
      const decisions = await allDecisions(filters, onFound);
      const name = `countersign-decisions-${new Date().toISOString().slice(0, 10)}.${kind}`;
      if (kind === 'csv') saveFile(name, 'text/csv', [csvOf(decisions)]);
      else saveFile(name, 'application/json', [`${JSON.stringify(decisions, null, 2)}\n`]);
    },
    onError: (error) => toast.failure('Failed to export the decisions', error),
  });
}
