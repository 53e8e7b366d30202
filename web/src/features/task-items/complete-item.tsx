import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { detailOf } from '../../lib/api.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';

/**
 * The item with its complete fields once they have been loaded (see `CutNotice`); until then, or if the item has
 * changed since, as in the list. What awaits a decision goes by its hash, as its decision does: an agent may say the
 * same again later.
 */
export function useCompleteItem(item: TaskItem): { shown: TaskItem; isCut: boolean } {
  const { data } = useQuery({ ...completeItemQuery(item.id), enabled: false });
  if (data?.updatedAt === item.updatedAt) return { shown: data, isCut: false };
  if (data && isOpen(item) && isOpen(data) && data.hash === item.hash) return { shown: data, isCut: false };
  return { shown: item, isCut: item.truncated };
}

const isOpen = ({ needsApproval, isApproved, hash }: TaskItem) => needsApproval && isApproved === null && hash !== null;

/** Says that only the beginning is here, and fetches the rest. */
export function CutNotice({ item }: { item: TaskItem }) {
  const complete = useQuery({ ...completeItemQuery(item.id), enabled: false });
  return (
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="8px" textStyle="sm" color="fg.muted">
      {complete.isError ? `${notLoaded('The complete content')}.` : 'This is only the beginning.'}
      {complete.isError && (
        <chakra.span textStyle="mono" overflowWrap="anywhere">
          {detailOf(complete.error)}
        </chakra.span>
      )}
      <Button variant="outline" size="sm" disabled={complete.isFetching} onClick={() => void complete.refetch()}>
        {complete.isFetching ? 'Loading...' : 'Load complete content'}
      </Button>
    </chakra.p>
  );
}
