import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';

/** What `/repositories` is told when somebody comes from a project to add a repository that is not listed yet. */
export interface AddRepositoryState {
  addForProject: string;
}

/** The ways from the dialog of a project to the list of repositories (specification §2). */
export function RepositoriesLinks({ projectId }: { projectId: string }) {
  const state: AddRepositoryState = { addForProject: projectId };
  return (
    <chakra.div display="flex" flexWrap="wrap" columnGap="20px" mt="12px">
      <Button asChild variant="plain" size="sm">
        <Link to="/repositories">Go to Repositories</Link>
      </Button>
      <Button asChild variant="plain" size="sm">
        <Link to="/repositories" state={state}>
          Create New Repository
        </Link>
      </Button>
    </chakra.div>
  );
}
