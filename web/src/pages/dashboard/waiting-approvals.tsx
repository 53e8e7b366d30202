import { DASHBOARD_APPROVALS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { CheckCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ApprovalRow } from '../../features/approvals/approval-row.tsx';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { detailOf } from '../../lib/api.ts';
import { useDeferredQuery } from '../../lib/use-deferred-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowSkeletons } from '../../ui/row-skeletons.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { NowRunning } from '../now-running.tsx';

/** The first two items that await a decision. */
export function WaitingApprovals() {
  return (
    <Section title="Approval Queue" action={<TextLink to="/approvals">View all</TextLink>}>
      <Approvals />
    </Section>
  );
}

function Approvals() {
  const { data: approvals, error, refetch } = useDeferredQuery(approvalsQuery());
  if (!approvals) {
    if (!error) return <RowSkeletons label="Loading approvals" count={DASHBOARD_APPROVALS} height={66} />;
    return <ErrorState title="Approvals could not be loaded" detail={detailOf(error)} onRetry={() => void refetch()} />;
  }
  if (approvals.length === 0) {
    return (
      <Card>
        <EmptyState as="p" icon={CheckCheck} title="No pending approvals" />
        <NowRunning />
      </Card>
    );
  }
  return (
    <chakra.div display="grid" gap="12px">
      {approvals.slice(0, DASHBOARD_APPROVALS).map((approval) => (
        <ApprovalRow key={approval.id} approval={approval} />
      ))}
      <Button asChild>
        <Link to="/approvals?mode=swipe">Open Swipe Interface</Link>
      </Button>
    </chakra.div>
  );
}
