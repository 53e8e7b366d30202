import type { Decision } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { History } from 'lucide-react';
import { detailOf } from '../../lib/api.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { DecisionRow } from './decision-row.tsx';

interface DecisionListProps {
  decisions: readonly Decision[];
  /** Some are left out by filters. */
  isNarrowed: boolean;
  /** There are older decisions that have not been searched. */
  hasMore: boolean;
  isFetching: boolean;
  /** Why fetching older ones failed; null if it did not. */
  failure: Error | null;
  onMore: () => void;
  onClear: () => void;
}

/** Decisions, the latest first, with a button for older ones; or the empty state. */
export function DecisionList(props: DecisionListProps) {
  const { decisions, isNarrowed, hasMore, isFetching, failure, onMore, onClear } = props;
  if (decisions.length === 0 && !hasMore)
    return isNarrowed ? <NoMatch title="No decisions match your filters" onClear={onClear} /> : <NoDecisions />;
  return (
    <>
      <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px" aria-label="Decisions">
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} />
        ))}
      </chakra.ul>
      {hasMore && (
        <chakra.div display="grid" justifyItems="center" gap="8px" mt="16px">
          {decisions.length === 0 && <p role="status">No matches among the latest decisions.</p>}
          {failure && !isFetching && <FormAlert detail={detailOf(failure)}>{notLoaded('Older decisions')}.</FormAlert>}
          <Button variant="outline" colorPalette="neutral" loading={isFetching} onClick={onMore}>
            Show older ones
          </Button>
        </chakra.div>
      )}
    </>
  );
}

function NoDecisions() {
  return (
    <Card>
      <EmptyState
        icon={History}
        title="No decisions yet"
        description="What you approve or reject will appear here, with its exact content."
      />
    </Card>
  );
}
