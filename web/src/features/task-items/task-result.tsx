import { secondsWords, type Task, type TaskItem, type TaskResult as Result } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { hasEnded } from '../../entities/task/task-state.ts';
import { Markdown } from '../../entities/task-item/content/blocks.tsx';
import { usageWords } from '../../entities/usage/usage-words.ts';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Clamp } from '../../ui/text/clamp.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { DownloadPatch } from './download-patch.tsx';
import { PublicationView } from './publication-view.tsx';
import { endOf, publishItemOf } from './published.ts';
import { taskResultQuery } from './queries.ts';
import { Unpublished } from './unpublished.tsx';

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
  const hasFailed = task.status === 'failed';
  // The status is shown only if nothing is left to do, or if it says that there is.
  const isWhole = publications.every(({ pullRequest, gone }) => pullRequest !== null || Boolean(gone));
  const isTold = isOver && (isWhole || hasFailed);
  return (
    <Card>
      <Section title="Result" action={isTold && <StatusBadge kind="task" status={task.status} />}>
        <RefreshFailure query={result} what="The result" />
        <chakra.div display="grid" gap="16px">
          {/* Of a completed task that has published something, that is the result. */}
          {isOver && result.data && (hasFailed || publications.length === 0) && <Words items={items} />}
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
          {result.data && <Unpublished task={task} items={items} publications={publications} />}
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

/** Why it failed, or the agent's last words. */
function Words({ items }: { items: readonly TaskItem[] }) {
  const words = endOf(items)?.content;
  if (!words) return null;
  return (
    <Clamp height={WORDS_HEIGHT_PX} of="how it ended">
      <Markdown text={words} />
    </Clamp>
  );
}

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
