import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Any path that has no page (specification §2). */
export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <chakra.div display="grid" placeItems="center" minH="60dvh">
      <EmptyState
        as="h1"
        title="404 Page Not Found"
        description="Did you forget to add the page to the router?"
        action={
          <Button asChild variant="outline">
            <Link to="/">Go to Dashboard</Link>
          </Button>
        }
      />
    </chakra.div>
  );
}
