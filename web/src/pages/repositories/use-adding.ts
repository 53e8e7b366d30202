import type { Repository } from '@countersign/contract';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AddRepositoryState } from '../../features/repositories/repositories-links.tsx';
import { useLeave } from '../../lib/navigation/use-leave.ts';

/**
 * Whether the dialog for a new repository is open. It is open from the start when a project's page links here to add one;
 * once the repository exists, that project's page is shown again, to link it.
 */
export function useAdding() {
  const navigate = useNavigate();
  const leave = useLeave();
  const { state } = useLocation();
  const projectId = isAddState(state) ? state.addForProject : null;
  const [isAdding, setAdding] = useState(projectId !== null);

  const close = () => {
    setAdding(false);
    // Neither a reload nor going back in history opens it again.
    if (projectId !== null) void navigate('.', { replace: true, state: null });
  };
  const done = (repository: Repository) => {
    setAdding(false);
    if (projectId !== null) leave(`/projects/${projectId}`, { state: { linkRepository: repository.id } });
  };
  return { isAdding, open: () => setAdding(true), close, done };
}

function isAddState(state: unknown): state is AddRepositoryState {
  return (
    typeof state === 'object' && state !== null && 'addForProject' in state && typeof state.addForProject === 'string'
  );
}
