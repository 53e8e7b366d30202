import { Box } from 'lucide-react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** There is no such container, or it is somebody else's; the server does not tell which. */
export function ContainerMissing({ onBack }: { onBack: () => void }) {
  usePageTitle('Container not found');
  return (
    <EmptyState
      as="h1"
      icon={Box}
      title="Container not found or you don't have permission to view it."
      action={
        <Button variant="outline" onClick={onBack}>
          Go Back
        </Button>
      }
    />
  );
}
