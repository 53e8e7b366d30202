import { FolderX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** There is no such project, or it is somebody else's (specification §2). */
export function ProjectMissing() {
  usePageTitle('Project Not Found');
  return (
    <EmptyState
      as="h1"
      icon={FolderX}
      title="Project Not Found"
      description="The requested project could not be found."
      action={
        <Button asChild variant="outline">
          <Link to="/projects">Go to Projects</Link>
        </Button>
      }
    />
  );
}
