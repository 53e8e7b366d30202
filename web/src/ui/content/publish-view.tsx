import type { PublishParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { GitBranch, GitCommitHorizontal } from 'lucide-react';
import { CopyId } from '../copy-id.tsx';
import { PatchBlock } from './blocks.tsx';
import { MonoBlock } from './mono-block.tsx';

/** What a publish request would push: branch, commit, the diff in short and complete. */
export function PublishView({ publish, unified }: { publish: PublishParameters; unified?: boolean }) {
  return (
    <chakra.div display="grid" gap="8px">
      <chakra.div display="flex" flexWrap="wrap" columnGap="16px" rowGap="4px" textStyle="sm">
        {publish.repository && <chakra.span>{publish.repository}</chakra.span>}
        <Fact>
          <GitBranch size={16} aria-label="Branch" />
          <CopyId id={publish.branch} label="Copy branch" />
          {publish.base && <span>into {publish.base}</span>}
        </Fact>
        <Fact>
          <GitCommitHorizontal size={16} aria-label="Commit" />
          <CopyId id={publish.commit} shown={publish.commit.slice(0, 12)} label="Copy commit" />
        </Fact>
      </chakra.div>
      {publish.summary !== '' && <MonoBlock title="Changes" text={publish.summary} />}
      {publish.diff !== '' && <PatchBlock patch={publish.diff} unified={unified} />}
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
