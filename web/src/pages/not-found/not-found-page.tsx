import { chakra } from '@chakra-ui/react/styled-system';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';

/** Any path without a page. */
export function NotFoundPage() {
  return (
    <chakra.div display="grid" placeItems="center" minH="60dvh">
      <NotFoundState
        title="404 Page Not Found"
        description="Did you forget to add the page to the router?"
        action={{ label: 'Go to Dashboard', to: '/' }}
      />
    </chakra.div>
  );
}
