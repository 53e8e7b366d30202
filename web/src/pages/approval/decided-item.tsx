import { type Approval, isElicitation, LIST_REJECTION_REASON, type Task, type TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { closedWords } from '../../entities/task-item/closed-words.ts';
import { Stamp } from '../../entities/task-item/stamp.tsx';
import { useKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { whoIsTold } from '../../features/approvals/reject/who-is-told.ts';
import { UndoButton } from '../../features/approvals/undo/undo-button.tsx';
import { DecidedContent } from '../../features/decisions/decided-content.tsx';
import { DecisionPath, stepsOf } from '../../features/task-items/decision-path.tsx';
import { taskQuery } from '../../features/tasks/queries.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { TitleClamp } from '../../ui/text/title-clamp.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { usePhase } from '../use-phase.ts';

/** A request that no longer waits: the decision, its time and content, and where it belongs. */
export function DecidedItem({ item }: { item: TaskItem }) {
  const { isApproved, rejectionReason } = item;
  if (item.replacedBy !== null) return <ReplacedItem item={item} by={item.replacedBy} />;
  const kind = isApproved === null ? 'pending' : isApproved ? 'approved' : 'rejected';
  const answered = isElicitation(item) && kind !== 'pending' ? (isApproved ? 'Answered' : 'Declined') : null;
  const words = closedWords(item) ?? answered;
  return (
    <Card display="grid" gap="12px">
      <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap="12px">
        <TitleClamp>
          <chakra.h2 textStyle="cardTitle" overflowWrap="anywhere" minW={0}>
            {visibleText(item.title)}
          </chakra.h2>
        </TitleClamp>
        {kind !== 'pending' && words === null && <Stamp kind={kind} width={76} />}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="8px" textStyle="sm" color="fg.muted">
        {words === null ? <StatusBadge kind="item" status={kind} /> : <Badge tone="neutral">{words}</Badge>}
        <Since item={item} />
      </chakra.div>
      {rejectionReason && (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {visibleText(rejectionReason)}
        </chakra.p>
      )}
      <DecidedContent item={item} />
      <chakra.p>
        <TextLink to={`/tasks/${item.taskId}`}>Open its task</TextLink>
        {wasOnePress(item) && ' Rejected by mistake? Write to the agent there: it may ask again.'}
      </chakra.p>
      {/* Last: it comes and goes by itself, and must move nothing that a thumb is going for. */}
      <UndoButton item={item} />
    </Card>
  );
}

/** Whether an agent was told of a rejection that took one press, and could not be undone. */
const wasOnePress = (item: TaskItem) => item.rejectionReason === LIST_REJECTION_REASON && whoIsTold(item) === 'agent';

/** When it was decided and, once its task is known, how far that has come since. */
function Since({ item }: { item: TaskItem }) {
  const task = useQuery({ ...taskQuery(item.taskId), enabled: item.isApproved !== null });
  return task.data ? <SinceThen item={item} task={task.data} /> : <When item={item} />;
}

function SinceThen({ item, task }: { item: TaskItem; task: Task }) {
  const phase = usePhase(task);
  if (stepsOf(item, phase, task.epoch).length === 0) return <When item={item} />;
  return <DecisionPath item={item} phase={phase} epoch={task.epoch} />;
}

const When = ({ item: { decidedAt } }: { item: TaskItem }) => decidedAt && <RelativeTime iso={decidedAt} />;

/** A request that was decided on this device, and whose decision waits for the network or an answer. */
export function KeptItem({ approval }: { approval: Approval }) {
  const isSent = useKeptDecisions().some(({ id, isSent: wasSent }) => id === approval.id && wasSent);
  return (
    <Card display="grid" gap="12px">
      <TitleClamp>
        <chakra.h2 textStyle="cardTitle" overflowWrap="anywhere">
          {visibleText(approval.title)}
        </chakra.h2>
      </TitleClamp>
      <chakra.p>
        {isSent
          ? 'You have decided this. Your decision was sent, but no answer came: it is sent again.'
          : 'You have decided this. Your decision is sent when the network is back; until then, you can take it back above.'}
      </chakra.p>
      <chakra.p>
        <TextLink to="/approvals">Back to Approvals</TextLink>
      </chakra.p>
    </Card>
  );
}

/** A request that can no longer be decided, because the agent has changed it meanwhile. */
function ReplacedItem({ item, by }: { item: TaskItem; by: string }) {
  return (
    <Card display="grid" gap="12px">
      <TitleClamp>
        <chakra.h2 textStyle="cardTitle" overflowWrap="anywhere">
          {visibleText(item.title)}
        </chakra.h2>
      </TitleClamp>
      <chakra.p>
        {item.toolKind === 'limits'
          ? 'Other limits were proposed. These were not approved.'
          : 'The agent changed this while it was being reviewed. Nothing was approved.'}
      </chakra.p>
      <chakra.p>
        <TextLink to={`/approvals/${by}`}>Open the new request</TextLink>
      </chakra.p>
    </Card>
  );
}
