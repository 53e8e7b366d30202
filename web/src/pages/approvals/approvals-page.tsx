import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApprovalList } from '../../features/approvals/approval-list.tsx';
import { useKeptEdits } from '../../features/approvals/kept-edits.ts';
import { NoApprovals } from '../../features/approvals/no-approvals.tsx';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import type { Freshness } from '../../features/approvals/use-review.ts';
import { detailOf } from '../../lib/api.ts';
import { isLastSeen } from '../../lib/use-last-seen.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LOW } from '../../ui/media.ts';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { NowRunning } from '../now-running.tsx';
import { ModeSwitch, type Mode } from './mode-switch.tsx';

// Dragging brings an animation library with it.
const SwipeMode = lazy(() => import('../../features/approvals/swipe/swipe-mode.tsx'));

/** What waits for the person's decision, in a list or one at a time. */
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
      <Header low={mode === 'swipe'}>
        <chakra.h1 tabIndex={-1} textStyle="title" flex="1" minW={0}>
          Approvals
        </chakra.h1>
        <IconButton
          label="Refresh"
          icon={<RotateCw size={16} aria-hidden />}
          disabled={approvals.isFetching}
          onClick={() => void approvals.refetch()}
        />
        <ModeSwitch mode={mode} onChange={choose} />
      </Header>
      <RefreshFailure query={approvals} what="The list" />
      {content()}
    </>
  );

  function content() {
    if (approvals.data?.length === 0) return <NoApprovals meanwhile={<NowRunning />} />;
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
          detail={detailOf(approvals.error)}
          onRetry={() => void approvals.refetch()}
        />
      </chakra.div>
    );
  }
}

/** One line on every screen: below it belongs to what is asked. */
const Header = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '4px', md: '8px' },
    mb: { base: '12px', md: '24px' },
    '& h1': { fontSize: { base: '16px', sm: '20px', md: '28px' } },
  },
  variants: {
    low: {
      true: {
        mt: { base: '-14px', md: '-12px' },
        mb: { base: 0, md: '8px' },
        [LOW]: { mt: '-26px', mb: '4px', '& h1': { fontSize: '20px' } },
      },
    },
  },
});

function freshnessOf({ dataUpdatedAt, isFetching }: { dataUpdatedAt: number; isFetching: boolean }): Freshness {
  if (!isLastSeen(dataUpdatedAt)) return 'fresh';
  return isFetching ? 'fetching' : 'last-seen';
}

/** When the last entry goes and takes the focus with it, the page's heading gets the focus. */
function useFocusWhenEmpty(count: number | undefined): void {
  const before = useRef(count);
  useEffect(() => {
    const emptied = count === 0 && (before.current ?? 0) > 0;
    before.current = count;
    if (emptied && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [count]);
}
