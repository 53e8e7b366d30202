import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ProjectDialog } from './project-dialogs.tsx';

/** In the address: the settings are open. */
const SETTINGS = 'settings';

/**
 * Which dialog is open. After a repository was added for this project, it is the linking dialog, with that one chosen.
 */
export function useProjectDialog() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const repositoryId = linkedFrom(state);
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<ProjectDialog | null>(
    repositoryId !== undefined ? 'repository' : params.has(SETTINGS) ? 'settings' : null,
  );

  const close = () => {
    setShown(null);
    // Neither a reload nor going back in history opens it again.
    if (repositoryId !== undefined) void navigate('.', { replace: true, state: null });
    if (params.has(SETTINGS)) setParams({}, { replace: true });
  };
  return { shown, open: setShown, close, repositoryId };
}

function linkedFrom(state: unknown): string | undefined {
  const isLink = typeof state === 'object' && state !== null && 'linkRepository' in state;
  return isLink && typeof state.linkRepository === 'string' ? state.linkRepository : undefined;
}
