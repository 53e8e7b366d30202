import { containerStatuses, type Task, taskStatuses } from '@countersign/contract';
import { ApprovalListCard } from '../features/approvals/list/approval-list-card.tsx';
import { ApprovalRow } from '../features/approvals/list/approval-row.tsx';
import { ContainerCard } from '../features/containers/container-card.tsx';
import { ProjectCard } from '../features/projects/project-card.tsx';
import { RepositoryCard } from '../features/repositories/repository-card.tsx';
import { TaskNotice } from '../features/task-items/task-notice.tsx';
import { TaskCard } from '../features/tasks/task-card.tsx';
import { TaskRow } from '../features/tasks/task-row.tsx';
import { approvals, container, project, repository, task } from './samples.ts';
import { Grid, Shelf } from './shelf.tsx';

const nothing = () => undefined;
const since = task.createdAt;
const notices: Task['notice'][] = [
  { kind: 'silent', text: 'The agent has said nothing for a while.', since },
  { kind: 'files', text: 'Cloning acme/hello-world is taking a long time.', since },
];

/** Each card in each of its states. */
export function Cards() {
  return (
    <>
      <Shelf name="Requests in the list">
        {approvals.map((approval) => (
          <ApprovalListCard
            key={approval.id}
            approval={approval}
            freshness={approval.id === 'low' ? 'last-seen' : 'fresh'}
            edits={new Map()}
            isSettled={() => true}
            offersSecondTap={approval.id === 'high'}
          />
        ))}
      </Shelf>
      <Shelf name="Requests on the dashboard">
        {approvals.slice(0, 2).map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
      </Shelf>
      <Shelf name="Tasks">
        <Grid>
          {taskStatuses.map((status) => (
            <TaskCard
              key={status}
              task={{ ...task, id: status, status }}
              onEdit={nothing}
              onReopen={nothing}
              onDelete={nothing}
            />
          ))}
          <TaskRow task={task} />
        </Grid>
        {notices.map((notice) => (
          <TaskNotice key={notice?.kind} task={{ ...task, notice }} />
        ))}
      </Shelf>
      <Shelf name="Containers">
        <Grid>
          {[undefined, ...containerStatuses].map((status) => (
            <ContainerCard key={status ?? 'loading'} container={container} status={status} />
          ))}
          <ContainerCard
            container={{
              ...container,
              status: 'pending',
              message: 'Waiting to start: 3 of your containers are already running',
            }}
            status="pending"
          />
        </Grid>
      </Shelf>
      <Shelf name="Projects and repositories">
        <Grid>
          <ProjectCard project={project} />
          <ProjectCard project={{ ...project, description: null, status: 'paused', repositoryCount: 0 }} />
          <RepositoryCard
            repository={repository}
            projectName={project.name}
            onAuthenticate={nothing}
            onDelete={nothing}
          />
          <RepositoryCard
            repository={{ ...repository, projectId: null, hasToken: false, isPrivate: false, description: null }}
            onAuthenticate={nothing}
            onDelete={nothing}
          />
        </Grid>
      </Shelf>
    </>
  );
}
