import { chakra } from '@chakra-ui/react/styled-system';
import { detailOf } from '../lib/api.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';

/** Shown in place of a page that broke or could not be loaded: offers to reload it or to go to the dashboard. */
export function BrokenPage({ error }: { error: unknown }) {
  return (
    <chakra.div display="grid" placeItems="center" minH="60dvh" p="16px">
      <div>
        <ErrorState title="This page could not be shown" detail={detailOf(error)} onRetry={() => location.reload()} />
        <chakra.div display="flex" justifyContent="center">
          <Button asChild variant="ghost">
            <a href="/">Go to the dashboard</a>
          </Button>
        </chakra.div>
      </div>
    </chakra.div>
  );
}
