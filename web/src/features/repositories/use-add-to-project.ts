import { parseGithubUrl, type Repository } from '@countersign/contract';
import { useRef, useState } from 'react';
import { fullName } from '../../entities/repository/full-name.ts';
import { messageOf } from '../../lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '../../lib/forms/server-issues.ts';
import { useCreateRepository, useLinkRepository, useStoreToken } from './mutations.ts';

/** What is added to a project: an existing repository, or a new one by its address, with or without its token. */
export type Addition = { repositoryId: string } | { address: string; token: string };

/**
 * Adds a repository to a project. A new one is created, given its token and linked, in this order, so that a refusal
 * leaves nothing in the project; a retry continues where it was refused. One toast reports all of it. Nothing is created
 * where `repositories`, those that are known, show that the project has it already.
 */
export function useAddToProject(projectId: string, repositories: readonly Repository[] = []) {
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

  /** Why the address cannot be added; null if it can. */
  const whyNot = (address: string): string | null => {
    const found = parseGithubUrl(address);
    if (!found) return 'Enter the address of a GitHub repository: https://github.com/owner/name';
    // Not by the contract's function: all of that is loaded with the first page.
    const nameOf = (repository: typeof found) => fullName(repository).toLowerCase();
    const isLinked = repositories.some((one) => one.projectId === projectId && nameOf(one) === nameOf(found));
    return isLinked ? `${fullName(found)} is linked to this project already` : null;
  };

  /** True if it succeeded; otherwise the error is shown beside its field. Never rejects. */
  const submit = async (addition: Addition): Promise<boolean> => {
    const url = 'address' in addition ? whyNot(addition.address) : null;
    setRefusal({ errors: url === null ? {} : { url }, problem: null });
    if (url !== null) return false;
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
