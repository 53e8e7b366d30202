import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { ApprovalList } from '../../features/approvals/list/approval-list.tsx';
import { useUndecided } from '../../features/approvals/offline/use-undecided.ts';
import { useSettledList } from '../../features/approvals/press-guards/use-settled-list.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { keptEdits } from '../../features/approvals/review/kept-edits.ts';
import { offerRule } from '../../features/rules/offer-rule.tsx';
import { isNotFound } from '../../lib/api.ts';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { BackLink } from '../../ui/buttons/back-link.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { useFocusFallback } from '../../ui/focus/use-focus-fallback.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PageSpinner } from '../../ui/loading/page-spinner.tsx';
import { SMALL } from '../../ui/viewport/media.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { DecidedItem, KeptItem } from './decided-item.tsx';

// Lazy: dragging needs an animation library.
const SwipeMode = lazy(() => import('../../features/approvals/swipe/swipe-mode.tsx'));

/**
 * One decision by its address: the request while it waits, afterwards what was decided. On a small screen it is a card
 * with its buttons at the lower edge, always in sight.
 */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const isSmall = useMediaQuery(SMALL);
  const approvals = useQuery(approvalsQuery());
  const listed = approvals.data?.find((one) => one.id === id);
  // Excludes requests decided here that only wait for the network; one that is taken back is a card like any other
  // again.
  const approval = useUndecided(approvals.data)?.filter((one) => one.id === id) ?? [];
  useFocusFallback(approval.length > 0);
  const isKnown = approvals.data !== undefined && !approvals.isFetching;
  // One that was decided and waits again came up by itself, or by an Undo that is answered late.
  const [wasEmpty, setWasEmpty] = useState(false);
  if (!wasEmpty && isKnown && approval.length === 0) setWasEmpty(true);
  const isSettled = useSettledList(isKnown || wasEmpty ? approval : undefined, null, true);
  // Not in the list: it is decided, or it never existed.
  const item = useQuery({ ...completeItemQuery(id), enabled: isKnown && listed === undefined });
  if (isNotFound(item.error)) {
    return (
      <NotFoundState
        icon={FileQuestion}
        title="Request Not Found"
        description="It was deleted with its task, or belongs to someone else."
        action={{ label: 'Back to Approvals', to: '/approvals' }}
      />
    );
  }
  return (
    <>
      <chakra.div css={oneLine}>
        <PageHeader title="Approval" back={<BackLink to="/approvals">Back to Approvals</BackLink>} />
      </chakra.div>
      <RefreshFailure query={approvals} what="The request" />
      {content()}
    </>
  );

  function content() {
    const { dataUpdatedAt, isFetching } = approvals;
    if (approval.length > 0) {
      const freshness = isLastSeen(dataUpdatedAt) ? (isFetching ? 'fetching' : 'last-seen') : 'fresh';
      const shown = { approvals: approval, freshness, edits: keptEdits, isAlone: true } as const;
      if (!isSmall) return <ApprovalList {...shown} offerRule={offerRule} isSettledAround={isSettled} />;
      return (
        <Suspense fallback={<PageSpinner label="Loading the request" />}>
          <SwipeMode {...shown} takesFocus={false} wasEmpty={wasEmpty} />
        </Suspense>
      );
    }
    if (listed) return <KeptItem approval={listed} />;
    if (item.data) return <DecidedItem item={item.data} />;
    const error = approvals.data ? item.error : approvals.error;
    if (!error || isFetching || item.isFetching) return <PageSpinner label="Loading the request" />;
    const retry = () => void (approvals.data ? item.refetch() : approvals.refetch());
    return (
      <chakra.div>
        <LoadFailure what="The request" error={error} onRetry={retry} />
      </chakra.div>
    );
  }
}

/** On a phone in one line: the space below belongs to the request. */
const oneLine = {
  [`@media ${SMALL}`]: {
    '& > header': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '12px',
      mt: { base: '-14px', md: '-22px' },
      mb: '8px',
    },
    '& > header > *': { mb: 0 },
    '& h1': { fontSize: '1rem', lineHeight: '1.5rem' },
  },
};
