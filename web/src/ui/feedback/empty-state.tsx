import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  description?: ReactNode;
  /** One button at most. */
  action?: ReactNode;
  /** Heading level of the title within the page. */
  as?: 'h1' | 'h2' | 'h3' | 'p';
}

/** What belongs here, and the one action to add it. */
export function EmptyState({ icon: Icon, title, description, action, as = 'h2' }: EmptyStateProps) {
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="8px"
      textAlign="center"
      py="40px"
      px="16px"
    >
      {Icon && (
        <chakra.div color="fg.muted" mb="4px">
          <Icon size={28} strokeWidth={1.5} aria-hidden />
        </chakra.div>
      )}
      <chakra.p as={as} textStyle="cardTitle" tabIndex={as === 'h1' ? -1 : undefined}>
        {title}
      </chakra.p>
      {description && (
        <chakra.p color="fg.muted" maxW="48ch">
          {description}
        </chakra.p>
      )}
      {action && <chakra.div mt="8px">{action}</chakra.div>}
    </chakra.div>
  );
}
