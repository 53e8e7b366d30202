import type { Repository } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { repositoriesQuery } from '../../entities/repository/repositories-query.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';

/** `?token={id}` opens the dialog for that repository's token, once: neither a reload nor the history opens it again. */
export function useTokenLink(open: (repository: Repository) => void): void {
  const { data } = useQuery(repositoriesQuery());
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('token');
  const openOnce = useStableCallback((repositories: readonly Repository[]) => {
    const repository = repositories.find(({ id }) => id === wanted);
    if (repository) open(repository);
    setParameters({}, { replace: true });
  });
  useEffect(() => {
    if (wanted !== null && data !== undefined) openOnce(data);
  }, [wanted, data, openOnce]);
}
