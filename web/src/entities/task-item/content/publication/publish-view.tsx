import type { EvidenceParameters, PublishParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode } from 'react';
import { GitBranch, GitCommitHorizontal } from 'lucide-react';
import { plural } from '../../../../lib/text/plural.ts';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { visibleText } from '../../../../lib/text/visible-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { parts } from '../../seen/outline.ts';
import { SeenFact } from '../../seen/seen-text.tsx';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { PatchBlock } from '../blocks.tsx';
import { CodeFrame } from '../code/code-frame.tsx';
import { MonoBlock } from '../code/mono-block.tsx';
import { AttributionView } from './attribution-view.tsx';

interface PublishViewProps {
  publish: PublishParameters;
  /** A summary of the changes. */
  summary: string;
  /** The complete changes. */
  patch: string;
  /** Says what the patch leaves out; null if nothing. */
  missing: string | null;
  /** Title and text of the pull request, where these are to be decided. */
  words?: ReactNode;
  unified?: boolean;
}

/**
 * What a publish request would push: the origin of its changes, the files and the whole change, git's own summary, and
 * the target.
 */
export function PublishView({ publish, summary, patch, missing, words, unified }: PublishViewProps) {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      {publish.attribution !== undefined && <AttributionView attribution={publish.attribution} />}
      {publish.follows && <Follows follows={publish.follows} />}
      {words}
      {patch !== '' && (
        <PatchBlock patch={patch} unified={unified} part={parts.patch} changedSince={publish.follows?.changed.listed} />
      )}
      {missing !== null && <MissingPatch missing={missing} patch={patch} commit={publish.commit} />}
      {summary !== '' && <MonoBlock title="Changes" text={summary} part={parts.summary} />}
      <SeenFact part={parts.facts} name="Branch and commit">
        {publish.evidence && <Evidence evidence={publish.evidence} />}
        <chakra.div display="flex" flexWrap="wrap" columnGap="16px" rowGap="2px" textStyle="sm">
          <Fact>
            <GitBranch size={14} aria-label="Branch" />
            <Exact>{inOrder(visibleName(publish.branch))}</Exact>
            {publish.base && <span>into {inOrder(visibleName(publish.base))}</span>}
          </Fact>
          <Fact>
            <GitCommitHorizontal size={14} aria-label="Commit" />
            <Exact>{publish.commit}</Exact>
          </Fact>
        </chakra.div>
      </SeenFact>
    </chakra.div>
  );
}

/** A change to a branch that has one of this task's commits already: the patch below holds both. */
function Follows({ follows: { commit, changed } }: { follows: NonNullable<PublishParameters['follows']> }) {
  const more = changed.files - changed.listed.length;
  return (
    <SeenFact part={parts.follows} name="What it follows">
      <chakra.p textStyle="sm" overflowWrap="anywhere">
        Follows this task’s commit <Exact>{commit.slice(0, 8)}</Exact>, whose changes are shown below, too.{' '}
        <strong>{plural(changed.files, 'file')} changed since</strong>
        {changed.listed.length > 0 && ': '}
        {changed.listed.map((path, index) => (
          <span key={path}>
            {index > 0 && ', '}
            <Exact>{inOrder(visibleName(path))}</Exact>
          </span>
        ))}
        {more > 0 && changed.listed.length > 0 && ` and ${more} more`}.
      </chakra.p>
    </SeenFact>
  );
}

/** What the commit says about who decides, and what is pushed beside it once that is approved. */
function Evidence({ evidence: { countersignedBy, note } }: { evidence: EvidenceParameters }) {
  return (
    <chakra.p textStyle="sm" color="fg.muted" mb="4px">
      The commit says <Exact>Countersigned-by: {visibleText(countersignedBy)}</Exact> and names this task.{' '}
      {note === null ? (
        'It will have no signed note: this deployment has no signing key.'
      ) : (
        <>
          After approval a signed note with the hash and decision of every step that was asked about is pushed to{' '}
          <Exact>{visibleText(note)}</Exact>.
        </>
      )}
    </chakra.p>
  );
}

/** What would be pushed beyond what the patch shows: it can only be accepted as it is, with a tick of its own. */
function MissingPatch({ missing, patch, commit }: { missing: string; patch: string; commit: string }) {
  const [attach, seen] = useSeenPart(parts.missing, { lines: 1, name: 'Patch', tickOnly: true });
  return (
    <CodeFrame title="Not shown" part={{ key: parts.missing, seen }} canBeTicked folds={false}>
      <chakra.div ref={attach} px="12px" py="8px" fontFamily="body">
        <p>{missing}</p>
        <chakra.p color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {new TextEncoder().encode(patch).length.toLocaleString('en')} bytes are shown of commit {commit}.
        </chakra.p>
      </chakra.div>
    </CodeFrame>
  );
}

const Exact = chakra('span', { base: { fontFamily: 'mono', fontSize: '0.75rem', overflowWrap: 'anywhere', minW: 0 } });

const Fact = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '6px',
    minW: 0,
    overflowWrap: 'anywhere',
    color: 'fg.muted',
    '& > svg': { flexShrink: 0, pointerEvents: 'none' },
  },
});
