import { chakra } from '@chakra-ui/react/styled-system';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { Card } from '../../ui/layout/card.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { Section } from '../../ui/layout/section.tsx';

interface ProjectSectionProps<Item> {
  title: string;
  action: ReactNode;
  query: UseQueryResult<Item[]>;
  listKey: QueryKey;
  /** Height in pixels of the placeholder rows. */
  rowHeight: number;
  empty: ReactNode;
  /** `total`: how many there are, including those that have not arrived. */
  children: (items: readonly Item[], total: number) => ReactNode;
}

/**
 * One of a project's lists: it loads, fails and is empty independently. Of a list from an earlier visit only the rows
 * are shown: its number, or that it is empty, would contradict the project's header, which never is from one.
 */
export function ProjectSection<Item>(props: ProjectSectionProps<Item>) {
  const { title, action, query, listKey, rowHeight, empty, children } = props;
  const { data, error, isFetching, refetch } = query;
  const total = useListCounts(listKey)?.total ?? data?.length ?? 0;
  const isKnown = data !== undefined && !isLastSeen(query.dataUpdatedAt);
  return (
    <Section title={isKnown ? `${title} (${total.toLocaleString('en')})` : title} action={action}>
      {content()}
    </Section>
  );

  function content() {
    if (data && data.length > 0) return children(data, total);
    if (isKnown) return <Card p="0">{empty}</Card>;
    if (!error || (data && isFetching)) {
      return <RowSkeletons label={`Loading ${title.toLowerCase()}`} count={2} height={rowHeight} />;
    }
    return (
      <Card p="0">
        <LoadFailure what={title} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
}

/** The rows of such a list. */
export const ProjectRows = chakra('ul', { base: { display: 'grid', gap: '8px', '& > li': { minW: 0 } } });
