import type { Task, TaskItem, TaskResult as Result } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { hasEnded } from '../../entities/task/task-state.ts';
import { Markdown } from '../../entities/task-item/content/blocks.tsx';
import { usageWords } from '../../entities/usage/usage-words.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Clamp } from '../../ui/text/clamp.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { secondsWords } from '@countersign/contract';
import { Section } from '../../ui/layout/section.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ChangedFilesList } from './changed-files-list.tsx';
import { DownloadPatch } from './download-patch.tsx';
import { NotPushed } from './not-pushed.tsx';
import { PublicationView } from './publication-view.tsx';
import { endOf, publishItemOf, unpublishedOf } from './published.ts';
import { taskResultQuery } from './queries.ts';

const WORDS_HEIGHT_PX = 160;

interface TaskResultProps {
  task: Task;
  items: readonly TaskItem[];
  /** The person wants to store a token for this repository. */
  onAddToken: (repositoryId: string) => void;
}

/** A task's result: pull requests, branch, files, the patch, and the time it took. Nothing while there is none. */
export function TaskResult({ task, items, onAddToken }: TaskResultProps) {
  const isOver = hasEnded(task) && !task.keptByHand;
  const publish = publishItemOf(items);
  const isShown = isOver || task.commit !== null || publish !== null;
  const result = useQuery({ ...taskResultQuery(task.id), enabled: isShown });
  if (!isShown) return null;
  const publications = result.data?.publications ?? [];
  // The status is shown only if nothing is left to do.
  const isWhole = isOver && publications.every(({ pullRequest, gone }) => pullRequest !== null || Boolean(gone));
  return (
    <Card>
      <Section title="Result" action={isWhole && <StatusBadge kind="task" status={task.status} />}>
        <RefreshFailure query={result} what="The result" />
        <chakra.div display="grid" gap="16px">
          {publications.map((publication) => (
            <PublicationView
              key={publication.itemId}
              publication={publication}
              taskId={task.id}
              onAddToken={onAddToken}
            />
          ))}
          {result.isPending && (
            <LoadingRegion label="Loading the result">
              <Skeleton height="24px" width="60%" />
              <Skeleton height="20px" width="40%" mt="8px" />
            </LoadingRegion>
          )}
          {result.data && publications.length === 0 && <Unpublished task={task} items={items} />}
          {isOver && <Foot task={task} result={result.data} />}
          {publish && (
            <div>
              <DownloadPatch item={publish} />
            </div>
          )}
        </chakra.div>
      </Section>
    </Card>
  );
}

/** An end without anything pushed: why it failed or the agent's last words, and the changes made all the same. */
function Unpublished({ task, items }: { task: Task; items: readonly TaskItem[] }) {
  const isOver = hasEnded(task);
  const words = isOver ? endOf(items)?.content : null;
  const { changed, problem } = unpublishedOf(items);
  return (
    <>
      {words && (
        <Clamp height={WORDS_HEIGHT_PX} of="how it ended">
          <Markdown text={words} />
        </Clamp>
      )}
      {task.status === 'completed' && publishItemOf(items) === null && (
        <NotPushed>No file of a repository was changed.</NotPushed>
      )}
      {problem !== null && <NotPushed>{visibleText(problem)}</NotPushed>}
      {isRejected(publishItemOf(items)) && (
        <NotPushed>Publishing was rejected.{isOver && ' A message to the agent reopens the task.'}</NotPushed>
      )}
      {changed && <ChangedFilesList changed={changed} />}
    </>
  );
}

/** By its owner: a request that was closed because nobody asks it any more has no rejection below it. */
const isRejected = (item: TaskItem | null) =>
  item?.needsApproval === true &&
  item.isApproved === false &&
  item.children?.some(({ type }) => type === 'rejection') === true;

/** When it ended, and how the time before that was spent. */
function Foot({ task, result }: { task: Task; result: Result | undefined }) {
  const { workedSeconds = 0, waitedSeconds = 0 } = result ?? {};
  const used = usageWords(task.usage);
  return (
    <chakra.p textStyle="sm" color="fg.muted" display="flex" flexWrap="wrap" columnGap="16px">
      {task.completedAt && (
        <span>
          Ended <RelativeTime iso={task.completedAt} />
        </span>
      )}
      {workedSeconds > 0 && <span>Worked {secondsWords(workedSeconds)}</span>}
      {used !== null && <span>Used {used}</span>}
      {waitedSeconds > 0 && <span>Waited {secondsWords(waitedSeconds)} for you</span>}
    </chakra.p>
  );
}
