import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { completeItemQuery } from '../../lib/complete-item-query.ts';
import { Button } from '../../ui/button.tsx';

/** Says that only the beginning is here, and fetches the rest. */
export function CutNotice({ item }: { item: TaskItem }) {
  const complete = useQuery({ ...completeItemQuery(item.id), enabled: false });
  return (
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="8px" textStyle="sm" color="fg.muted">
      {complete.isError ? 'The complete content could not be loaded.' : 'This is only the beginning.'}
      <Button variant="outline" size="sm" disabled={complete.isFetching} onClick={() => void complete.refetch()}>
        {complete.isFetching ? 'Loading...' : 'Load complete content'}
      </Button>
    </chakra.p>
  );
}
