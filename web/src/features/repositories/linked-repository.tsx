import type { Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ExternalLink, GitBranch, Lock, Unlink } from 'lucide-react';
import { fullName } from '../../entities/repository/full-name.ts';
import { useGithubAddress } from '../../entities/repository/github-address.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';

interface LinkedRepositoryProps {
  repository: Repository;
  onUnlink: () => void;
}

/** One repository of a project. */
export function LinkedRepository({ repository, onUnlink }: LinkedRepositoryProps) {
  const { description, isPrivate } = repository;
  const name = fullName(repository);
  const address = useGithubAddress(repository);
  return (
    <Frame>
      <chakra.div color="fg.muted" pt="2px">
        {isPrivate ? <Lock size={16} aria-hidden /> : <GitBranch size={16} aria-hidden />}
      </chakra.div>
      <chakra.div flex="1" minW={0}>
        <chakra.h3 textStyle="label" overflowWrap="anywhere">
          {name}
          {isPrivate && <chakra.span srOnly> (private)</chakra.span>}
        </chakra.h3>
        {description && (
          <chakra.p textStyle="sm" color="fg.muted" lineClamp={2} overflowWrap="anywhere">
            {visibleText(description)}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.div display="flex" my={{ base: '-10px', md: '-6px' }} me="-8px">
        <IconButton
          asChild
          label={`View ${name} on GitHub (opens in a new tab)`}
          size="sm"
          icon={
            <a href={address} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden />
            </a>
          }
        />
        <IconButton label={`Unlink ${name}`} size="sm" icon={<Unlink size={16} aria-hidden />} onClick={onUnlink} />
      </chakra.div>
    </Frame>
  );
}

const Frame = chakra(Card, { base: { display: 'flex', gap: '12px', p: '12px 16px' } });
