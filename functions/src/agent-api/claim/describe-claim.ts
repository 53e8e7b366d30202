import { EVIDENCE_REF } from '@countersign/contract';
import type { AgentRepository, ClaimedTask, OpenItem } from '@countersign/contract/agent';
import type { Timestamp } from 'firebase-admin/firestore';
import { list, read } from '../../store/data.ts';
import { setupHash } from '../setup-hash.ts';
import type { ProjectDocument } from '../../documents/project.ts';
import type { RepositoryDocument } from '../../documents/repository.ts';
import type { TaskDocument } from '../../documents/task.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { iso } from '../../documents/time.ts';
import { env } from '../../settings/env.ts';
import { endpointOf, modelOf } from '../../settings/models.ts';
import { notFound } from '../../lib/errors.ts';
import { countersignedBy } from '../../lib/countersigned-by.ts';
import { projects, users } from '../../store/firestore.ts';
import { completionsOf, projectRepositories } from '../../store/queries.ts';
import { readWhyEnded } from '../../state/approval-ended.ts';
import { asHeard, latestOf } from '../../state/held-decision.ts';
import { openItems, type OpenItemDocument } from '../../state/open-items.ts';
import { budgetLeftOf } from '../../quotas/budgets.ts';
import { checkpointStore } from '../../checkpoints/checkpoint-store.ts';
import { answerOf, byStopOf } from '../decisions/decision.ts';
import { nextMessages } from '../decisions/messages.ts';

/** Everything a runner needs to begin a task or go on with it. */
export async function describeClaim(task: TaskDocument, resumed: boolean): Promise<ClaimedTask> {
  const [project, owner, repositories, asked, messages, ends] = await Promise.all([
    read(projects().doc(task.projectId)),
    read(users().doc(task.userId)),
    list(projectRepositories(task.userId, task.projectId)),
    list(openItems(task.id)),
    nextMessages(task),
    resumed ? endsOf(task.id) : [],
  ]);
  if (!project) throw notFound('Project');
  const lastEnd = latestOf(task.reopened?.at ?? null, ...ends.map(({ createdAt }) => createdAt));
  const over = { lastEnd, lastStop: task.stoppedAt };
  const open = await Promise.all(asked.filter(isTheAgents).map((item) => asItStands(item, task)));
  return {
    id: task.id,
    title: task.title,
    description: task.description,
    projectName: project.name,
    epoch: task.epoch,
    leaseUntil: iso(task.leaseUntil) ?? iso(task.updatedAt),
    agent: project.agent ?? env().AGENTS[0],
    branch: task.branch ?? `countersign/${task.id}`,
    repositories: repositories.map(toAgentRepository),
    openItems: open.map((item) => toOpenItem(item, over)),
    resumed,
    reopened: wasReopened(task, ends),
    checkpoint: task.checkpoint && {
      ...task.checkpoint,
      downloadUrl: await checkpointStore().downloadUrl(task.checkpoint.object),
    },
    messages,
    budget: budgetLeftOf(task, project),
    settings: settingsOf(project),
    evidence: {
      countersignedBy: countersignedBy(owner?.countersignature),
      note: env().EVIDENCE_KEYS.length > 0 ? EVIDENCE_REF : null,
    },
    ...modelFor(task, project),
  };
}

/** How the task has ended, each time, as its runner or the server has reported it. */
const endsOf = async (id: string) => (await list(completionsOf(id))).filter(({ author }) => author !== 'owner');

/**
 * True when the task has ended, or was reopened, since its checkpoint was saved. A runner that was lost before it could
 * report the end leaves the same checkpoint, but no completion; a Stop of one that waits ends it without one.
 */
function wasReopened({ checkpoint, reopened }: TaskDocument, ends: readonly TaskItemDocument[]): boolean {
  const savedIn = checkpoint === null ? 0 : Number(/\/(\d+)-[^/]*$/.exec(checkpoint.object)?.[1]);
  // Before its first claim there was no work to go on with.
  const wasBegun = reopened !== null && reopened.epoch > 0;
  return ends.some(({ epoch }) => epoch >= savedIn) || (wasBegun && reopened.epoch >= savedIn);
}

/** To its agent an approval by a rule or limits that no longer hold is none: redeeming it asks the owner. */
async function asItStands(item: OpenItemDocument, task: TaskDocument): Promise<OpenItemDocument> {
  const heard = asHeard(item);
  if (item.grant !== 'unused' || (await readWhyEnded({ read }, task, item)) === null) return heard;
  return { ...heard, isApproved: null, decidedAt: null };
}

/** Neither "Start this task?" nor a card of limits is a question of the agent's. */
const isTheAgents = ({ author }: OpenItemDocument) => author === 'agent';

/**
 * The last times after which decisions count no more. Stop takes back approvals; a rejection before it stays, unlike what
 * it rejects itself. Of what was redeemed, only a Stop is told: publishing goes on under such an approval after the task
 * has failed.
 */
type Over = Record<'lastEnd' | 'lastStop', Timestamp | null>;

function toOpenItem(item: OpenItemDocument, { lastEnd, lastStop }: Over): OpenItem {
  const { id, type, title, toolName, toolKind, hash, grant, isApproved, rejectionReason, reference, edits } = item;
  const open = { id, type, title, toolName, toolKind, hash, grant, isApproved, rejectionReason, reference, edits };
  const { decidedAt } = item;
  const ofApproval = grant === 'released' ? lastStop : latestOf(lastEnd, lastStop);
  const over = isApproved === true ? ofApproval : lastEnd;
  const endedSince = item.rejectedByStop || (decidedAt !== null && over !== null && decidedAt <= over);
  return { ...open, endedSince, ...answerOf(item), ...byStopOf(item) };
}

function toAgentRepository({ id, owner, name, isPrivate, hasToken }: RepositoryDocument): AgentRepository {
  return { id, owner, name, cloneUrl: `https://github.com/${owner}/${name}.git`, isPrivate, hasToken };
}

/** The project's settings; the values of its variables are asked for separately. */
function settingsOf(project: ProjectDocument): NonNullable<ClaimedTask['settings']> {
  const { baseBranch, folder, instructions, setupCommand, setupApproved, variables } = project;
  const isSetupApproved = setupCommand !== null && setupApproved === setupHash(setupCommand);
  return { baseBranch, folder, instructions, setupCommand, isSetupApproved, hasVariables: variables.length > 0 };
}

/** With its key, which a runner keeps to itself. A missing model is only named: none is used in its place. */
function modelFor(task: TaskDocument, project: ProjectDocument): Pick<ClaimedTask, 'model' | 'unknownModel'> {
  const name = modelOf(task, project);
  if (name === undefined) return {};
  const model = endpointOf(name);
  return model === null ? { unknownModel: name } : { model };
}
