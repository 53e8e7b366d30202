import { parseGithubUrl, type Repository } from '@countersign/contract';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '../../lib/forms/server-issues.ts';
import { useCreateRepository, useLinkRepository, useStoreToken } from './mutations.ts';

/** What is added to a project: an existing repository, or a new one by its address, with or without its token. */
export type Addition = { repositoryId: string } | { address: string; token: string };

/**
 * Adds a repository to a project. A new one is created, given its token and linked, in this order, so that a refusal
 * leaves nothing in the project; a retry continues where it was refused. One toast reports all of it.
 */
export function useAddToProject(projectId: string) {
  const create = useCreateRepository({ quiet: true });
  const storeToken = useStoreToken();
  const link = useLinkRepository();
  const made = useRef<{ address: string; repository: Repository } | null>(null);
  const [refusal, setRefusal] = useState<{ errors: FieldErrors; problem: string | null }>({
    errors: {},
    problem: null,
  });
  const [isPending, setPending] = useState(false);

  const idOf = async (addition: Addition): Promise<string> => {
    if ('repositoryId' in addition) return addition.repositoryId;
    const { address, token } = addition;
    if (made.current?.address !== address) {
      const found = parseGithubUrl(address);
      const { owner, name } = found ?? { owner: '', name: '' };
      const repository = await create.mutateAsync({ url: address.trim(), owner, name });
      made.current = { address, repository };
    }
    const { id } = made.current.repository;
    if (token.trim() !== '') await storeToken.mutateAsync({ id, githubToken: token.trim() });
    return id;
  };

  /** True if it succeeded; otherwise the error is shown beside its field. Never rejects. */
  const submit = async (addition: Addition): Promise<boolean> => {
    setRefusal({ errors: {}, problem: null });
    if ('address' in addition && !parseGithubUrl(addition.address)) {
      setRefusal({
        errors: { url: 'Enter the address of a GitHub repository: https://github.com/owner/name' },
        problem: null,
      });
      return false;
    }
    setPending(true);
    try {
      await link.mutateAsync({ repositoryId: await idOf(addition), projectId });
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error, ['url', 'githubToken']);
      setRefusal({ errors, problem: Object.keys(errors).length > 0 ? null : messageOf(error) });
      return false;
    } finally {
      setPending(false);
    }
  };
  return { submit, isPending, ...refusal };
}
