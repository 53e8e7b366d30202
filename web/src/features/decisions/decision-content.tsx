import type { Decision } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { Stamp } from '../../entities/task-item/stamp.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { CopyId } from '../../ui/text/copy-id.tsx';
import { DecidedContent } from './decided-content.tsx';

const HASH_SHOWN = 12;

/** The complete, exact content that was decided, with the stamp and the hash of its bytes. */
export function DecisionContent({ decision }: { decision: Decision }) {
  const item = useQuery(completeItemQuery(decision.id));
  if (item.isPending) return <RowSkeletons label="Loading the content" count={1} height={120} />;
  if (!item.data) {
    return <LoadFailure what="The content" error={item.error} onRetry={() => void item.refetch()} />;
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="12px" pt="4px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="12px">
        {decision.hash === null ? (
          <span />
        ) : (
          <CopyId
            id={decision.hash}
            shown={`SHA-256 ${decision.hash.slice(0, HASH_SHOWN)}…`}
            label="Copy the hash of what was decided"
          />
        )}
        {(decision.outcome === 'approved' || decision.outcome === 'rejected') && (
          <chakra.span px="8px">
            <Stamp kind={decision.outcome} width={76} />
          </chakra.span>
        )}
      </chakra.div>
      <DecidedContent item={item.data} />
    </chakra.div>
  );
}
