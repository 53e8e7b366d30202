import type { Publication, Task, TaskItem } from '@countersign/contract';
import { Fragment } from 'react';
import { hasEnded } from '../../entities/task/task-state.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { ChangedFilesList } from './changed-files-list.tsx';
import { NotPushed } from './not-pushed.tsx';
import { publishItemsOf, repositoryIn, unpublishedIn, wasRejected } from './published.ts';

interface UnpublishedProps {
  task: Task;
  items: readonly TaskItem[];
  /** What was pushed. */
  publications: readonly Publication[];
}

/** What was made and is not pushed, and why not: for each repository, what its newest publish step says. */
export function Unpublished({ task, items, publications }: UnpublishedProps) {
  const newest = publishItemsOf(items);
  const isNothing = newest.length === 0 && publications.length === 0;
  if (isNothing && task.status === 'completed') return <NotPushed>No file of a repository was changed.</NotPushed>;
  const pushed = new Set(publications.map(({ itemId }) => itemId));
  const left = newest.filter(({ id }) => !pushed.has(id));
  // Where others are, a title tells which it is: it names the repository.
  const isAlone = newest.length === 1 && publications.length === 0;
  return left.map((item) => {
    const { changed, problem } = unpublishedIn(item);
    const title = visibleText(item.title);
    return (
      <Fragment key={item.id}>
        {problem !== null && (
          <NotPushed>{isAlone ? visibleText(problem) : `${title}: ${visibleText(problem)}`}</NotPushed>
        )}
        {wasRejected(item) && !isSaid(item, publications) && (
          <NotPushed>
            {isAlone ? 'Publishing' : `The last “${title}”`} was rejected.
            {hasEnded(task) && ' A message to the agent reopens the task.'}
          </NotPushed>
        )}
        {changed && <ChangedFilesList changed={changed} />}
      </Fragment>
    );
  });
}

/** A commit that its branch has lost says itself that pushing it again was rejected. */
const isSaid = (item: TaskItem, publications: readonly Publication[]) =>
  publications.some(({ gone, repository }) => Boolean(gone) && repository?.id === repositoryIn(item));
