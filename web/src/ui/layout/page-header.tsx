import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

export interface PageHeaderProps {
  /** Also names the browser's tab. */
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Beside the title: a badge. */
  badge?: ReactNode;
  /** Above the title: a way back. */
  back?: ReactNode;
}

/** The page's only h1 (it takes the focus after a navigation), the purpose of the page, and its main actions. */
export function PageHeader({ title, subtitle, actions, badge, back }: PageHeaderProps) {
  const shown = visibleText(title);
  usePageTitle(shown);
  return (
    <chakra.header mb="24px">
      {back && <chakra.div mb="8px">{back}</chakra.div>}
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="16px">
        <chakra.div minW={0} flex="1 1 240px">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="12px">
            <chakra.h1 tabIndex={-1} textStyle="title" overflowWrap="anywhere">
              {shown}
            </chakra.h1>
            {badge}
          </chakra.div>
          {subtitle && (
            <chakra.div color="fg.muted" mt="4px" overflowWrap="anywhere">
              {subtitle}
            </chakra.div>
          )}
        </chakra.div>
        {actions && (
          <chakra.div display="flex" flexWrap="wrap" gap="8px">
            {actions}
          </chakra.div>
        )}
      </chakra.div>
    </chakra.header>
  );
}
