import { chakra } from '@chakra-ui/react/styled-system';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { detailOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';

interface ProjectSectionProps<Item> {
  title: string;
  action: ReactNode;
  query: UseQueryResult<Item[]>;
  /** Height in pixels of the placeholder rows. */
  rowHeight: number;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** One of a project's lists: it loads, fails and is empty independently. */
export function ProjectSection<Item>({ title, action, query, rowHeight, empty, children }: ProjectSectionProps<Item>) {
  const { data, error, refetch } = query;
  return (
    <Section title={data ? `${title} (${data.length})` : title} action={action}>
      {data ? (
        data.length > 0 ? (
          children(data)
        ) : (
          <Card p="0">{empty}</Card>
        )
      ) : error ? (
        <Card p="0">
          <ErrorState title={`${title} could not be loaded`} detail={detailOf(error)} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <RowSkeletons label={`Loading ${title.toLowerCase()}`} count={2} height={rowHeight} />
      )}
    </Section>
  );
}

/** The rows of such a list. */
export const ProjectRows = chakra('ul', { base: { display: 'grid', gap: '8px', '& > li': { minW: 0 } } });
