import type { Publication, PullRequest } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import {
  ExternalLink,
  GitBranch,
  GitCommitHorizontal,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  FileCheck2,
  FileX2,
  type LucideIcon,
} from 'lucide-react';
import { fullName } from '../../entities/repository/full-name.ts';
import { Stamp } from '../../entities/task-item/stamp.tsx';
import { own } from '../../lib/own.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { CopyId } from '../../ui/text/copy-id.tsx';
import type { PaletteName } from '../../ui/theme/colors.ts';
import { thumbHigh } from '../../ui/viewport/thumb.ts';
import { ChangedFilesList } from './changed-files-list.tsx';
import { DownloadNote } from './download-note.tsx';
import { NoPullRequest } from './no-pull-request.tsx';
import { NotPushed } from './not-pushed.tsx';

interface PublicationViewProps {
  publication: Publication;
  taskId: string;
  onAddToken: (repositoryId: string) => void;
}

/**
 * One pushed commit: its pull request, or that there is none yet and how to get one, or that its branch has lost it; branch,
 * commit and files.
 */
export function PublicationView({ publication, taskId, onAddToken }: PublicationViewProps) {
  const { itemId, repository, branch, commit, pullRequest, remark, changed, note, gone } = publication;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px" minW={0}>
      {gone && <NotPushed>{visibleText(gone)}</NotPushed>}
      {pullRequest && (
        <PullRequestLine pullRequest={pullRequest} of={repository && fullName(repository)} isCurrent={!gone} />
      )}
      {pullRequest === null && !gone && (
        <NoPullRequest publication={publication} taskId={taskId} onAddToken={onAddToken} />
      )}
      {remark && (
        <chakra.p textStyle="sm" overflowWrap="anywhere">
          {visibleText(remark)}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" columnGap="16px" rowGap="4px" textStyle="sm">
        <Fact>
          <GitBranch size={16} aria-label="Branch" />
          <CopyId id={branch} shown={visibleText(branch)} label="Copy branch" />
        </Fact>
        <Fact>
          <GitCommitHorizontal size={16} aria-label="Commit" />
          <CopyId id={commit} shown={commit.slice(0, 12)} label="Copy commit" />
        </Fact>
        {note && (
          <Fact>
            {note.problem === null ? <FileCheck2 size={16} aria-hidden /> : <FileX2 size={16} aria-hidden />}
            <chakra.span overflowWrap="anywhere">
              {note.problem === null ? `Signed note in ${note.ref}` : visibleText(note.problem)}
            </chakra.span>
          </Fact>
        )}
      </chakra.div>
      {note?.problem && (
        <div>
          <DownloadNote itemId={itemId} commit={commit} />
        </div>
      )}
      {changed && <ChangedFilesList changed={changed} />}
    </chakra.div>
  );
}

interface StateLook {
  word: string;
  icon: LucideIcon;
  tone: PaletteName;
}

const looks: Record<string, StateLook> = {
  open: { word: 'Open', icon: GitPullRequest, tone: 'approve' },
  merged: { word: 'Merged', icon: GitMerge, tone: 'primary' },
  closed: { word: 'Closed', icon: GitPullRequestClosed, tone: 'reject' },
};

interface PullRequestLineProps {
  pullRequest: PullRequest;
  of: string | null;
  /** False for that of a commit which its branch no longer has. */
  isCurrent: boolean;
}

/** The pull request's address, its number, and its state according to GitHub. */
function PullRequestLine({ pullRequest, of, isCurrent }: PullRequestLineProps) {
  const { url, number, state } = pullRequest;
  const look = own(looks, state);
  const name = number === null ? 'Pull request' : `Pull request #${number}`;
  return (
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="10px" rowGap="4px">
      {/* A container wrote it: only a web address becomes a link. */}
      {/^https?:\/\//.test(url) ? (
        <Way href={url} target="_blank" rel="noopener noreferrer">
          {name}
          <ExternalLink size={14} aria-hidden />
          <chakra.span srOnly>(opens in a new tab)</chakra.span>
        </Way>
      ) : (
        <span>{visibleText(url)}</span>
      )}
      {look && (
        <Badge tone={look.tone} icon={<look.icon aria-hidden />}>
          {look.word}
        </Badge>
      )}
      {of && (
        <chakra.span color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {of}
        </chakra.span>
      )}
      {isCurrent && (
        <chakra.span ms="auto" px="8px">
          <Stamp kind="approved" width={76} />
        </chakra.span>
      )}
    </chakra.p>
  );
}

const Way = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    ...thumbHigh('24px'),
    color: 'primary.fg',
    fontSize: '1rem',
    fontWeight: '600',
    _hover: { textDecoration: 'underline' },
    '& svg': { flexShrink: 0 },
  },
});

const Fact = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minW: 0,
    color: 'fg.muted',
    '& > svg': { flexShrink: 0 },
  },
});
