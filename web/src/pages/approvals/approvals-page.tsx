import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { emptinessOf } from '../../features/approvals/list/emptiness.ts';
import { useDecidedHere, useUndecided } from '../../features/approvals/offline/use-undecided.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { useApprovals } from '../../features/approvals/use-approvals.ts';
import { FilterButton } from '../../features/approvals/triage/filter-button.tsx';
import { isNarrowed } from '../../features/approvals/triage/triage.ts';
import { useTriage } from '../../features/approvals/triage/use-triage.ts';
import type { Freshness } from '../../features/approvals/review/use-review.ts';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LOW, SMALLEST } from '../../ui/viewport/media.ts';
import { PageSpinner } from '../../ui/loading/page-spinner.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { ModeSwitch, type Mode } from './mode-switch.tsx';
import { Queue } from './queue.tsx';
import { useFocusFallback } from '../../ui/focus/use-focus-fallback.ts';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

const PANEL = 'approvals-filter';
/** This few need no search, which would only push them down. */
const FEW = 3;

/** The requests that await a decision, in a list or one at a time. */
export function ApprovalsPage() {
  usePageTitle('Approvals');
  const approvals = useApprovals();
  const undecided = useUndecided(approvals.data);
  const hasKept = useDecidedHere(approvals.data) > 0;
  const count = undecided?.length;
  useFocusFallback(count !== undefined && count > 0);
  const [params, setParams] = useSearchParams();
  const [switched, setSwitched] = useState(false);
  const mode: Mode = params.get('mode') === 'swipe' ? 'swipe' : 'list';
  const controls = useTriage();
  const isWide = useMediaQuery('(min-width: 768px) and (min-height: 500px)');
  /** Null: as suits the screen. */
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? (isWide && mode === 'list' && ((count ?? 0) > FEW || isNarrowed(controls.triage)));

  const choose = (chosen: Mode) => {
    setSwitched(true);
    const address = new URLSearchParams(params);
    if (chosen === 'swipe') address.set('mode', chosen);
    else address.delete('mode');
    setParams(address, { replace: true });
  };
  return (
    <>
      <Header low={mode === 'swipe'}>
        <chakra.h1
          tabIndex={-1}
          textStyle="title"
          flex="1 0 auto"
          whiteSpace="nowrap"
          fontSize={{ base: '1rem', sm: '1.25rem', md: '1.75rem' }}
        >
          Approvals
        </chakra.h1>
        {count !== undefined && count > 0 && (
          <FilterButton
            open={isOpen}
            narrowed={isNarrowed(controls.triage)}
            controls={PANEL}
            onToggle={() => setOpened(!isOpen)}
          />
        )}
        {mode === 'list' && isWide && (
          <TextLink to="/decisions" mx="8px" display="inline-flex" alignItems="center" css={thumbHigh('40px')}>
            Decisions
          </TextLink>
        )}
        <Refresh />
        <ModeSwitch mode={mode} onChange={choose} />
      </Header>
      <RefreshFailure query={approvals} what="The list" />
      {content()}
      {mode === 'list' && !isWide && (
        // The line at the top is full on a phone.
        <chakra.p textAlign="center" mt="16px">
          <TextLink to="/decisions" display="inline-block" p="10px">
            Decisions
          </TextLink>
        </chakra.p>
      )}
    </>
  );

  function content() {
    if (undecided) return queueOf(undecided);
    // Neither data nor an error: it is being fetched, or about to be, once the data kept from the last visit has been
    // read.
    if (!approvals.error) return <PageSpinner label="Loading approvals" />;
    return (
      <chakra.div>
        <LoadFailure what="Approvals" error={approvals.error} onRetry={() => void approvals.refetch()} />
      </chakra.div>
    );
  }

  function queueOf(waiting: readonly Approval[]) {
    return (
      <Queue
        approvals={waiting}
        freshness={freshnessOf(approvals)}
        emptiness={emptinessOf(approvals)}
        hasKept={hasKept}
        mode={mode}
        takesFocus={switched}
        controls={controls}
        panel={{ id: PANEL, isOpen, open: () => setOpened(true) }}
        saysCount={waiting.length > FEW || isOpen}
      />
    );
  }
}

function Refresh() {
  const { isFetching, refetch } = useQuery(approvalsQuery());
  return (
    <IconButton
      label="Refresh"
      icon={<RotateCw size={16} aria-hidden />}
      disabled={isFetching}
      onClick={() => void refetch()}
    />
  );
}

/** One line on every screen: the space below belongs to the requests. Enlarged text wraps onto a second line instead of overlapping. */
const Header = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: { base: '4px', md: '8px' },
    mt: 0,
    mb: { base: '12px', md: '24px' },
    [SMALLEST]: { gap: 0 },
    // As close to the bar at the top as the page's own edge allows.
    [LOW]: { mt: { base: '-18px', md: '-26px' }, mb: '4px', '& h1': { fontSize: '1.25rem' } },
  },
  variants: {
    low: {
      true: {
        mt: { base: '-14px', md: '-12px' },
        mb: { base: 0, md: '8px' },
      },
    },
  },
});

function freshnessOf({ dataUpdatedAt, isFetching }: { dataUpdatedAt: number; isFetching: boolean }): Freshness {
  if (!isLastSeen(dataUpdatedAt)) return 'fresh';
  return isFetching ? 'fetching' : 'last-seen';
}
