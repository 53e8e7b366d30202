import type { Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ExternalLink, FolderKanban, KeyRound, Lock, ShieldCheck, Trash2 } from 'lucide-react';
import { fullName } from '../../entities/repository/full-name.ts';
import { useGithubAddress } from '../../entities/repository/github-address.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

interface RepositoryCardProps {
  repository: Repository;
  /** The name of the project it is linked to. */
  projectName?: string;
  onAuthenticate: () => void;
  onDelete: () => void;
}

/** One repository with its link to GitHub and its actions: authentication, deletion. */
export function RepositoryCard({ repository, projectName, onAuthenticate, onDelete }: RepositoryCardProps) {
  const { owner, name, description, isPrivate, hasToken, projectId } = repository;
  const label = fullName(repository);
  const address = useGithubAddress(repository);
  return (
    <Frame>
      <chakra.h2 textStyle="cardTitle" overflowWrap="anywhere">
        {visibleText(name)}
      </chakra.h2>
      <chakra.div display="flex" flexWrap="wrap" gap="8px" mt="4px">
        <Badge>{visibleText(owner)}</Badge>
        {isPrivate && (
          <Badge tone="waiting" icon={<Lock aria-hidden />}>
            Private
          </Badge>
        )}
      </chakra.div>
      {description && (
        <chakra.p color="fg.muted" mt="12px" lineClamp={3} overflowWrap="anywhere">
          {visibleText(description)}
        </chakra.p>
      )}
      {projectId && projectName && (
        <chakra.p display="flex" alignItems="center" gap="6px" mt="12px" textStyle="sm" color="fg.muted" minW={0}>
          <FolderKanban size={14} aria-hidden />
          <TextLink to={`/projects/${projectId}`} truncate position="relative" py="12px" my="-12px">
            {visibleText(projectName)}
          </TextLink>
        </chakra.p>
      )}
      <chakra.div display="flex" alignItems="center" gap="4px" mt="auto" pt="12px" me="-8px">
        <GithubLink href={address} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden />
          View on GitHub
          <chakra.span srOnly>: {label} (opens in a new tab)</chakra.span>
        </GithubLink>
        <IconButton
          label={hasToken ? `Update authentication of ${label} (token stored)` : `Set up authentication of ${label}`}
          icon={hasToken ? <ShieldCheck size={16} aria-hidden /> : <KeyRound size={16} aria-hidden />}
          colorPalette={hasToken ? 'approve' : 'neutral'}
          size="sm"
          ms="auto"
          onClick={onAuthenticate}
        />
        <IconButton label={`Delete ${label}`} icon={<Trash2 size={16} aria-hidden />} size="sm" onClick={onDelete} />
      </chakra.div>
    </Frame>
  );
}

const Frame = chakra(Card, { base: { height: '100%', display: 'flex', flexDirection: 'column' } });

const GithubLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    ...thumbHigh('32px'),
    textStyle: 'label',
    color: 'primary.fg',
    rounded: '4px',
    _hover: { textDecoration: 'underline' },
  },
});
