import { chakra } from '@chakra-ui/react/styled-system';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DecisionCharts } from '../../features/decisions/decision-charts.tsx';
import { DecisionFilterBar } from '../../features/decisions/decision-filter-bar.tsx';
import { askedOf, isFiltering, useDecisionFilters } from '../../features/decisions/decision-filters.ts';
import { DecisionList } from '../../features/decisions/decision-list.tsx';
import { ExportDecisions } from '../../features/decisions/export-decisions.tsx';
import { decisionsQuery, decisionSummaryQuery } from '../../features/decisions/queries.ts';
import { projectsQuery } from '../../features/projects/queries.ts';
import { BackLink } from '../../ui/buttons/back-link.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { SMALL } from '../../ui/viewport/media.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';

/** Who decided what, when and how, in all projects or one: to browse, summarise and export. */
export function DecisionsPage() {
  const { filters, settled, choose, clear } = useDecisionFilters();
  const asked = askedOf(settled);
  const { projectId, days } = asked;
  const isSmall = useMediaQuery(SMALL);
  const decisions = useInfiniteQuery(decisionsQuery(asked));
  const summary = useQuery(decisionSummaryQuery({ projectId, days }));
  const projects = useQuery(projectsQuery());
  return (
    <>
      <PageHeader
        title="Decisions"
        subtitle="Who decided what, when, and after how long"
        back={<BackLink to="/approvals">Back to Approvals</BackLink>}
        actions={<ExportDecisions filters={askedOf(filters)} />}
      />
      {summary.data && <DecisionCharts summary={summary.data} />}
      {summary.isPending && (
        <chakra.div mb={{ base: '8px', md: '24px' }}>
          <RowSkeletons label="Loading the numbers" count={1} height={isSmall ? 44 : 200} />
        </chakra.div>
      )}
      {summary.isLoadingError && (
        <chakra.div mb={{ base: '8px', md: '24px' }}>
          <LoadFailure what="The numbers" error={summary.error} onRetry={() => void summary.refetch()} />
        </chakra.div>
      )}
      <DecisionFilterBar filters={filters} projects={projects.data ?? []} onChoose={choose} />
      <chakra.div mt="12px">{content()}</chakra.div>
    </>
  );

  function content() {
    if (decisions.data) {
      return (
        <>
          <RefreshFailure query={decisions} what="The decisions" />
          <Looking role="status">{decisions.isPlaceholderData ? 'Looking for decisions…' : ''}</Looking>
          <chakra.div aria-busy={decisions.isPlaceholderData} opacity={decisions.isPlaceholderData ? 0.6 : 1}>
            <DecisionList
              decisions={decisions.data.pages.flatMap((page) => page.decisions)}
              isNarrowed={isFiltering(settled)}
              hasMore={decisions.hasNextPage}
              isFetching={decisions.isFetchingNextPage}
              failure={decisions.isFetchNextPageError ? decisions.error : null}
              onMore={() => void decisions.fetchNextPage()}
              onClear={clear}
            />
          </chakra.div>
        </>
      );
    }
    if (decisions.isPending) return <RowSkeletons label="Loading decisions" count={5} height={168} />;
    return <LoadFailure what="Decisions" error={decisions.error} onRetry={() => void decisions.refetch()} />;
  }
}

/** Says that the list below still shows the result of the former filters. */
const Looking = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted', '&:not(:empty)': { mb: '8px' } } });
