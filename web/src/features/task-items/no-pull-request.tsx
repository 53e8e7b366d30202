import type { Publication } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { KeyRound, RotateCcw, TriangleAlert } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useOpenPullRequest } from './mutations.ts';

interface NoPullRequestProps {
  publication: Publication;
  taskId: string;
  onAddToken: (repositoryId: string) => void;
}

/** A pushed commit without a pull request: the reason, and the two remedies, a token and trying again, where they can help. */
export function NoPullRequest({ publication, taskId, onAddToken }: NoPullRequestProps) {
  const { itemId, repository, problem, canRetry } = publication;
  const open = useOpenPullRequest(taskId);
  const needsToken = repository !== null && !repository.hasToken;
  const reason = open.error ? messageOf(open.error) : problem;
  return (
    <Frame role="group" aria-label="No pull request">
      <chakra.p display="flex" gap="8px" fontWeight="600">
        <TriangleAlert size={18} aria-hidden />
        <span>{titleOf(publication)}</span>
      </chakra.p>
      {reason !== null && (
        <chakra.p textStyle="sm" overflowWrap="anywhere" role={open.error ? 'alert' : undefined}>
          {visibleText(reason)}
        </chakra.p>
      )}
      {repository !== null && canRetry && (
        <chakra.div display="flex" flexWrap="wrap" gap="8px">
          <Button
            variant={needsToken ? 'solid' : 'outline'}
            colorPalette={needsToken ? 'primary' : 'neutral'}
            onClick={() => onAddToken(repository.id)}
          >
            <KeyRound size={16} aria-hidden />
            {needsToken ? 'Add token' : 'Change token'}
          </Button>
          <Button
            variant={needsToken ? 'outline' : 'solid'}
            colorPalette={needsToken ? 'neutral' : 'primary'}
            disabled={needsToken || open.isPending}
            loading={open.isPending}
            onClick={() => open.mutate(itemId)}
          >
            <RotateCcw size={16} aria-hidden />
            Retry
          </Button>
        </chakra.div>
      )}
    </Frame>
  );
}

function titleOf({ repository, canRetry }: Publication): string {
  if (!canRetry) return 'Pushed, without a pull request';
  if (repository === null) return 'Pushed, but no pull request: its repository is no longer linked';
  if (!repository.hasToken) return 'Pushed, but no pull request: add a token';
  return 'Pushed, but no pull request yet';
}

const Frame = chakra('div', {
  base: {
    display: 'grid',
    gap: '10px',
    px: '12px',
    py: '12px',
    rounded: 'control',
    borderWidth: '1px',
    borderColor: 'waiting.muted',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    '& p > svg': { flexShrink: 0, mt: '2px' },
  },
});
