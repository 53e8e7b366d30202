import type { Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { hasEnded } from '../../entities/task/task-state.ts';
import { ItemDecision } from '../../features/approvals/item-decision.tsx';
import { useSettledList } from '../../features/approvals/press-guards/use-settled-list.ts';
import { TaskLimits } from '../../features/limits/task-limits.tsx';
import { OpenRequest } from '../../features/task-items/open-request.tsx';
import { flatItems } from '../../features/task-items/published.ts';
import type { RenderDecision } from '../../features/task-items/render-decision.ts';
import { taskItemsQuery } from '../../features/task-items/queries.ts';
import { TaskNotice } from '../../features/task-items/task-notice.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { BackLink } from '../../ui/buttons/back-link.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TwoColumns } from '../../ui/layout/two-columns.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { thumbReach } from '../../ui/viewport/thumb.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { TaskWait } from '../task-wait.tsx';
import { RequestSkeleton } from './request-skeleton.tsx';
import { useTaskActions } from './task-actions.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskHistory } from './task-history.tsx';
import { TaskOutcome } from './task-outcome.tsx';
import { TaskWithoutContainer } from './task-without-container.tsx';

/**
 * The page of a loaded task. Its open question (on a phone in either orientation) and its result come before its facts.
 */
export function TaskDetail({ task }: { task: Task }) {
  const items = useQuery(taskItemsQuery(task.id));
  const isPhone = !useMediaQuery('(min-width: 768px) and (min-height: 500px)');
  const actions = useTaskActions(task);
  const open = flatItems(items.data ?? []).filter(isOpen);
  const decide = useDecision(task, items.data && open);
  const requests = useRef<HTMLUListElement>(null);
  useFocusRescue(requests, items.data);
  const outcome = <TaskOutcome task={task} items={items.data ?? []} />;
  const isOver = hasEnded(task);
  return (
    <>
      <PageHeader
        back={<BackLink to="/tasks">Back to Tasks</BackLink>}
        title={task.title}
        subtitle={
          task.project && (
            <TextLink to={`/projects/${task.project.id}`} css={thumbReach('12px')}>
              {visibleText(task.project.name)}
            </TextLink>
          )
        }
        // On a phone they would be between the title and the question.
        actions={!isPhone && actions.buttons}
      />
      {isPhone && items.isPending && task.status === 'awaiting_approval' && <RequestSkeleton />}
      <ul ref={requests} aria-label="Waiting for your decision" hidden={!isPhone || open.length === 0}>
        {isPhone &&
          open.map((item) => (
            <li key={item.id} tabIndex={-1}>
              <OpenRequest item={item} renderDecision={decide} />
            </li>
          ))}
      </ul>
      <chakra.div mb="24px" css={{ '&:empty': { display: 'none' } }}>
        <TaskNotice task={task} />
      </chakra.div>
      <TaskWait task={task} />
      <TaskWithoutContainer task={task} />
      {isOver && (
        <chakra.div mb="24px" css={{ '&:empty': { display: 'none' } }}>
          {outcome}
        </chakra.div>
      )}
      <TwoColumns shares={[1, 2]} gap="24px">
        <chakra.div display="grid" gap="24px" minW={0}>
          <Card>
            <TaskFacts task={task} folded={isPhone} />
            {isPhone && <chakra.div mt="12px">{actions.buttons}</chakra.div>}
          </Card>
          <TaskLimits task={task} />
          {!isOver && outcome}
        </chakra.div>
        <TaskHistory task={task} items={items} renderDecision={isPhone ? decideAbove : decide} />
      </TwoColumns>
      {actions.dialogs}
    </>
  );
}

const isOpen = ({ needsApproval, isApproved }: TaskItem) => needsApproval && isApproved === null;

/** `open`: undefined until they are loaded; one that comes later came up by itself. */
function useDecision(task: Task, open: readonly TaskItem[] | undefined) {
  const projectName = task.project?.name ?? '';
  const isSettled = useSettledList(open, null, true);
  const askSettled = useStableCallback(() => isSettled);
  return useCallback<RenderDecision>(
    (item, renderBody) =>
      item.hash === null ? (
        renderBody()
      ) : (
        <ItemDecision
          item={{ ...item, hash: item.hash }}
          taskTitle={task.title}
          projectId={task.projectId}
          projectName={projectName}
          isSettled={askSettled}
          renderBody={renderBody}
        />
      ),
    [task.title, task.projectId, projectName, askSettled],
  );
}

/** Each decision appears in only one place on a page. */
const decideAbove: RenderDecision = (_item, renderBody) => (
  <>
    {renderBody()}
    <chakra.p textStyle="sm" color="fg.muted">
      Decide at the top of this page.
    </chakra.p>
  </>
);
