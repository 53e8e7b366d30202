import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../lib/text/visible-text.ts';
import { RelativeTime } from '../../ui/time/relative-time.tsx';

/** Whether a container works on a task or asks about it, none does for the moment, or nothing more happens. */
export type Phase = 'work' | 'waiting' | 'over';

interface DecisionPathProps {
  item: TaskItem;
  phase: Phase;
  /** The task's. */
  epoch?: number | undefined;
}

/** How far a decision has come, as the server knows it: decided, received by the agent, carried out or not. */
export function DecisionPath({ item, phase, epoch }: DecisionPathProps) {
  const steps = stepsOf(item, phase, epoch);
  if (steps.length === 0) return null;
  return (
    <chakra.p textStyle="xs" color="fg.muted" overflowWrap="anywhere">
      {byWhom(item)}
      {item.decidedAt && ' '}
      {item.decidedAt && <RelativeTime iso={item.decidedAt} />}
      {steps.map((step) => (
        <span key={step}> → {step}</span>
      ))}
    </chakra.p>
  );
}

function byWhom({ decidedByRule, decidedByLimits }: TaskItem): string {
  if (decidedByRule) return `Approved by your rule “${visibleText(decidedByRule.name)}”`;
  if (decidedByLimits) return `Passed within your limits (step ${decidedByLimits.step} of ${decidedByLimits.steps})`;
  return 'Decided';
}

/**
 * The steps after a decision. None for items that nobody decides, or for a task's start and limits, which the server
 * itself handles.
 */
export function stepsOf(
  item: Pick<
    TaskItem,
    'needsApproval' | 'isApproved' | 'grant' | 'toolKind' | 'replacedBy' | 'isClosed' | 'grantEpoch'
  > &
    Partial<Pick<TaskItem, 'type' | 'toolName'>>,
  phase: Phase,
  epoch = 0,
): string[] {
  const { needsApproval, isApproved, grant, toolKind, replacedBy, isClosed, grantEpoch = epoch } = item;
  // Asked by the runner, while no agent works: none hears of the answer.
  const isRunners = toolKind === 'budget' || (item.type === 'approval_request' && item.toolName === 'setup');
  const isOwn = toolKind === 'start' || toolKind === 'limits';
  if (!needsApproval || isApproved === null || isOwn || replacedBy !== null || isClosed) return [];
  switch (grant) {
    case 'executed':
      return ['received', toolKind === 'elicitation' ? 'the agent has the answer' : 'executed'];
    case 'not_executed':
      return ['received', 'not carried out'];
    case 'told':
      return isRunners ? ['received'] : ['received', 'the agent was told'];
    case 'diverged':
      return ['received', 'the agent did something else'];
    case 'released':
      if (!isApproved) return ['received'];
      // Of another container than the one that works on it now: what that ran has ended with it.
      if (phase === 'work' && grantEpoch >= epoch) return ['received', 'being carried out'];
      return ['received', 'it is not known whether it was carried out'];
    default:
      if (phase !== 'over') return ['not received yet'];
      return [isApproved ? 'not carried out' : 'the task ended before the agent received it'];
  }
}
