import type { Decision } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { describeContent } from '../../entities/task-item/content/describe-content.ts';
import { ElicitationView } from '../../entities/task-item/content/elicitation-view.tsx';
import { ItemSubjectView } from '../../entities/task-item/content/item-subject-view.tsx';
import { MonoBlock } from '../../entities/task-item/content/mono-block.tsx';
import { Stamp } from '../../entities/task-item/stamp.tsx';
import { detailOf } from '../../lib/api.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Clamp } from '../../ui/clamp.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowSkeletons } from '../../ui/row-skeletons.tsx';

const CONTENT_HEIGHT_PX = 480;
const HASH_SHOWN = 12;

/** Exactly what was decided about, whole, with the stamp and the hash of its bytes. */
export function DecisionContent({ decision }: { decision: Decision }) {
  const item = useQuery(completeItemQuery(decision.id));
  if (item.isPending) return <RowSkeletons label="Loading the content" count={1} height={120} />;
  if (!item.data) {
    return (
      <ErrorState
        title="The content could not be loaded"
        detail={detailOf(item.error)}
        onRetry={() => void item.refetch()}
      />
    );
  }
  const { content, rejectionReason, answer } = item.data;
  const subject = describeContent(item.data);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="12px" pt="4px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="12px">
        {decision.hash === null ? (
          <span />
        ) : (
          <CopyId
            id={decision.hash}
            shown={`SHA-256 ${decision.hash.slice(0, HASH_SHOWN)}…`}
            label="Copy the hash of what was decided"
          />
        )}
        {(decision.outcome === 'approved' || decision.outcome === 'rejected') && (
          <chakra.span px="8px">
            <Stamp kind={decision.outcome} width={76} />
          </chakra.span>
        )}
      </chakra.div>
      <Clamp height={CONTENT_HEIGHT_PX} of={decision.title}>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
          {content && content !== rejectionReason && subject.kind !== 'publish' && (
            <MonoBlock text={visibleText(content)} />
          )}
          {subject.kind === 'elicitation' ? (
            <ElicitationView asked={subject.asked} answer={answer ?? null} />
          ) : (
            <ItemSubjectView subject={subject} unified />
          )}
          {!content && subject.kind === 'none' && <chakra.p color="fg.muted">No content provided</chakra.p>}
        </chakra.div>
      </Clamp>
    </chakra.div>
  );
}
