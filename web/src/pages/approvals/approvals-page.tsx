import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApprovalList } from '../../features/approvals/approval-list.tsx';
import { useKeptEdits } from '../../features/approvals/kept-edits.ts';
import { NoApprovals } from '../../features/approvals/no-approvals.tsx';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import type { Freshness } from '../../features/approvals/use-review.ts';
import { messageOf } from '../../lib/api.ts';
import { isLastSeen } from '../../lib/use-last-seen.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { ModeSwitch, type Mode } from './mode-switch.tsx';
import { useFocusWhenEmpty } from './use-focus-when-empty.ts';

// Dragging brings an animation library with it.
const SwipeMode = lazy(() => import('../../features/approvals/swipe/swipe-mode.tsx'));

/** What waits for the person, in a list or one at a time (specification §2). */
export function ApprovalsPage() {
  usePageTitle('Approvals');
  const approvals = useQuery(approvalsQuery());
  useFocusWhenEmpty(approvals.data?.length);
  const edits = useKeptEdits(approvals.data);
  const [params, setParams] = useSearchParams();
  const [switched, setSwitched] = useState(false);
  const mode: Mode = params.get('mode') === 'swipe' ? 'swipe' : 'list';

  const choose = (chosen: Mode) => {
    setSwitched(true);
    setParams(chosen === 'swipe' ? { mode: 'swipe' } : {}, { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Approvals"
        actions={
          <>
            <IconButton
              label="Refresh"
              icon={<RotateCw size={16} aria-hidden />}
              disabled={approvals.isFetching}
              onClick={() => void approvals.refetch()}
            />
            <ModeSwitch mode={mode} onChange={choose} />
          </>
        }
      />
      <RefreshFailure query={approvals} what="The list" />
      {content()}
    </>
  );

  function content() {
    if (approvals.data?.length === 0) return <NoApprovals />;
    if (approvals.data) {
      const shown = { approvals: approvals.data, freshness: freshnessOf(approvals), edits };
      if (mode === 'list') return <ApprovalList {...shown} />;
      return (
        <Suspense fallback={<PageSpinner label="Loading swipe mode" />}>
          <SwipeMode {...shown} takesFocus={switched} />
        </Suspense>
      );
    }
    if (approvals.isPending && approvals.isFetching) return <PageSpinner label="Loading approvals" />;
    return (
      <chakra.div>
        <ErrorState
          title="Failed to load approvals"
          detail={messageOf(approvals.error)}
          onRetry={() => void approvals.refetch()}
        />
      </chakra.div>
    );
  }
}

function freshnessOf({ dataUpdatedAt, isFetching }: { dataUpdatedAt: number; isFetching: boolean }): Freshness {
  if (!isLastSeen(dataUpdatedAt)) return 'fresh';
  return isFetching ? 'fetching' : 'last-seen';
}
