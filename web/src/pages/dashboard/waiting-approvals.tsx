import { DASHBOARD_APPROVALS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { CheckCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { ApprovalRow } from '../../features/approvals/list/approval-row.tsx';
import { emptinessOf, NOTHING_ELSE, UNCERTAIN } from '../../features/approvals/list/emptiness.ts';
import { useUndecided } from '../../features/approvals/offline/use-undecided.ts';
import { useApprovals } from '../../features/approvals/use-approvals.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { NowRunning } from '../now-running.tsx';
import { TINY } from '../../ui/viewport/media.ts';

/** The first two items that await a decision. */
export function WaitingApprovals() {
  return (
    <Section title="Approval Queue" action={<TextLink to="/approvals">View all</TextLink>}>
      <Approvals />
    </Section>
  );
}

function Approvals() {
  const query = useApprovals();
  const { error, refetch } = query;
  // Rendered with low priority (decision 005), both together.
  const listed = useDeferredValue(query.data);
  const approvals = useUndecided(listed);
  const emptiness = useDeferredValue(emptinessOf(query));
  const isLoading = approvals ? approvals.length === 0 && emptiness === 'loading' : !error;
  if (isLoading) return <RowSkeletons label="Loading approvals" count={DASHBOARD_APPROVALS} height={66} />;
  if (!listed || !approvals) {
    return <LoadFailure what="Approvals" error={error} onRetry={() => void refetch()} />;
  }
  if (approvals.length === 0) {
    const nothing = emptiness === 'uncertain' ? UNCERTAIN : 'No pending approvals';
    return (
      <Card>
        <EmptyState as="p" icon={CheckCheck} title={listed.length > 0 ? NOTHING_ELSE : nothing} />
        <NowRunning />
      </Card>
    );
  }
  return (
    <chakra.div display="grid" gap="12px">
      {approvals.slice(0, DASHBOARD_APPROVALS).map((approval) => (
        <ApprovalRow key={approval.id} approval={approval} />
      ))}
      <Button asChild css={{ [TINY]: { textStyle: 'sm' } }}>
        <Link to="/approvals?mode=swipe">Open Swipe Interface</Link>
      </Button>
    </chakra.div>
  );
}
