import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { fullName } from '../../../entities/repository/full-name.ts';
import { repositoriesQuery } from '../../../entities/repository/repositories-query.ts';
import type { ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextLink } from '../../../ui/text/text-link.tsx';

/** Warns, before a publish request is approved, if no token is stored for its repository. */
export function MissingToken({ subject }: { subject: ItemSubject }) {
  const id = subject.kind === 'publish' ? subject.publish.repositoryId : undefined;
  const { data } = useQuery({ ...repositoriesQuery(), enabled: id !== undefined });
  const repository = data?.find((one) => one.id === id);
  if (!repository || repository.hasToken) return null;
  return (
    <Notice>
      <KeyRound size={16} aria-hidden />
      <span>
        No token is stored for {fullName(repository)}. Without one, no pull request can be opened.{' '}
        <TextLink className="pressable" to={`/repositories?token=${repository.id}`}>
          Add a token
        </TextLink>
      </span>
    </Notice>
  );
}
