import { chakra } from '@chakra-ui/react/styled-system';
import { TextLink } from '../../ui/text/text-link.tsx';

/** The router state with which a project's page links to `/repositories` to add a repository that is not listed yet. */
export interface AddRepositoryState {
  addForProject: string;
}

/** The links from a project's dialog to the list of repositories. */
export function RepositoriesLinks({ projectId }: { projectId: string }) {
  const state: AddRepositoryState = { addForProject: projectId };
  return (
    <chakra.div display="flex" flexWrap="wrap" columnGap="20px">
      <Way to="/repositories">Go to Repositories</Way>
      <Way to="/repositories" state={state}>
        Create New Repository
      </Way>
    </chakra.div>
  );
}

// High enough for a thumb.
const Way = chakra(TextLink, { base: { textStyle: 'label', py: { base: '12px', md: '6px' } } });
