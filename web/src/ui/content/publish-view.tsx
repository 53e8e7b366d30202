import type { PublishParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { GitBranch, GitCommitHorizontal } from 'lucide-react';
import { CopyId } from '../copy-id.tsx';
import { PatchBlock } from './blocks.tsx';
import { MonoBlock } from './mono-block.tsx';
import { visibleText } from './visible-text.ts';

interface PublishViewProps {
  publish: PublishParameters;
  /** The changes in short. */
  summary: string;
  /** The changes, complete. */
  patch: string;
  unified?: boolean;
}

/** What a publish request would push: branch, commit, the changes in short and complete. */
export function PublishView({ publish, summary, patch, unified }: PublishViewProps) {
  return (
    <chakra.div display="grid" gap="8px">
      <chakra.div display="flex" flexWrap="wrap" columnGap="16px" rowGap="4px" textStyle="sm">
        <Fact>
          <GitBranch size={16} aria-label="Branch" />
          <CopyId id={publish.branch} shown={visibleText(publish.branch)} label="Copy branch" />
          {publish.base && <span>into {visibleText(publish.base)}</span>}
        </Fact>
        <Fact>
          <GitCommitHorizontal size={16} aria-label="Commit" />
          <CopyId id={publish.commit} shown={publish.commit.slice(0, 12)} label="Copy commit" />
        </Fact>
      </chakra.div>
      {summary !== '' && <MonoBlock title="Changes" text={summary} />}
      {patch !== '' && <PatchBlock patch={patch} unified={unified} />}
    </chakra.div>
  );
}

const Fact = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minW: 0,
    color: 'fg.muted',
    '& > svg': { flexShrink: 0, pointerEvents: 'none' },
  },
});
