import { nanoid } from 'nanoid';
import type { CallInput, CallOutput } from '@countersign/contract';
import { agentRoutes, type OpenItem } from '@countersign/contract/agent';
import { Conflict, toDecision, type AgentState, type StoredItem, type StoredTask } from './agent-state.ts';
import type { TestApiOptions } from './agent-api.ts';

type Routes = typeof agentRoutes;
export type Handlers = {
  [Name in keyof Routes]: (input: CallInput<Routes[Name]> & { gone: AbortSignal }) => Promise<CallOutput<Routes[Name]>>;
};

const LATER = () => new Date(Date.now() + 60_000).toISOString();

export function createHandlers(state: AgentState, url: string, options: TestApiOptions): Handlers {
  const fence = (taskId: string, epoch: number | undefined): StoredTask => {
    const task = state.taskOf(taskId);
    if (task.epoch !== epoch) throw new Conflict('stale_epoch', 'Claimed anew');
    if (!isHeld(task)) throw new Conflict('stale_epoch', `It is ${task.status}`);
    return task;
  };
  return {
    exchange: async () => ({
      token: 'eyJhbGciOiJIUzI1NiJ9.eyJjb250YWluZXIiOiJ0ZXN0In0.c2lnbmF0dXJlLW9mLXRlc3Q',
      containerId: 'container',
      projectId: 'project',
      epoch: 1,
      heartbeatSeconds: 15,
      freeWaitSeconds: options.freeWaitSeconds ?? 600,
      idleSeconds: options.idleSeconds ?? 1,
      taskLimitSeconds: options.taskLimitSeconds ?? 600,
      model: state.model,
    }),
    async claim() {
      const task = state.tasks.find(isClaimable);
      if (state.directive !== 'run' || !task) return { directive: state.directive, task: null };
      task.epoch += 1;
      if (task.status !== 'awaiting_approval') task.status = 'running';
      state.changed();
      return { directive: state.directive, task: describe(state, task, url) };
    },
    async heartbeat({ body }) {
      const task = body.taskId === undefined ? null : fence(body.taskId, body.epoch);
      return { directive: state.directive, ...stopOf(task), leaseUntil: LATER() };
    },
    async wait({ body, gone }) {
      const task = body.taskId === undefined ? null : fence(body.taskId, body.epoch);
      const look = () => {
        const decided = body.itemIds.map((id) => state.items.get(id)).filter((item) => item?.isApproved != null);
        const hasWork = body.forWork === true && state.tasks.some(({ status }) => status === 'pending');
        const isNews =
          decided.length > 0 ||
          (task?.messages.length ?? 0) > 0 ||
          task?.stoppedAt ||
          hasWork ||
          state.directive !== 'run';
        return isNews || gone.aborted ? { decided: decided as StoredItem[], work: hasWork } : null;
      };
      const found = await state
        .until(look, 'news', body.timeoutSeconds * 1000)
        .catch(() => ({ decided: [], work: false }));
      return {
        directive: state.directive,
        decisions: found.decided.map(toDecision),
        messages: task?.messages ?? [],
        ...stopOf(task),
        work: found.work,
      };
    },
    async putItems({ params, body }) {
      const task = fence(params.taskId, body.epoch);
      return { items: body.items.map((item) => ({ id: item.id, hash: state.record(task, item).hash })) };
    },
    async release({ params, body }) {
      return state.release(fence(params.taskId, body.epoch), params.itemId, body.hash, body.nonce);
    },
    async executed({ params, body }) {
      fence(params.taskId, body.epoch);
      const item = state.items.get(params.itemId);
      if (item?.grant !== 'released') throw new Conflict('conflict', 'Not taken out');
      Object.assign(item, { grant: body.outcome, toolResponse: body.toolResponse });
      state.changed();
    },
    async finish({ params, body, gone }) {
      if (state.holdsFinish) {
        state.finishesHeld += 1;
        await state.until(() => gone.aborted, 'the one who waits to go');
        throw new Conflict('conflict', 'Nobody hears this');
      }
      const { status, epoch } = state.taskOf(params.taskId);
      if (state.items.has(body.item.id) && status === body.status && epoch === body.epoch) return; // told again
      const task = fence(params.taskId, body.epoch);
      const closed = { isApproved: false, rejectionReason: 'The agent no longer asks this', grant: 'told' };
      for (const item of state.undecided(task.id)) Object.assign(item, closed);
      state.record(task, body.item);
      const { branch, commit, pullRequestUrl } = body;
      Object.assign(task, { status: body.status, endedIn: body.epoch, stoppedAt: null });
      task.finish = { branch, commit, pullRequestUrl };
      state.changed();
    },
    async acknowledge({ params, body }) {
      const task = fence(params.taskId, body.epoch);
      task.messages = task.messages.filter(({ id }) => !body.messageIds.includes(id));
      if (body.stop) task.stoppedAt = null;
      state.changed();
    },
    async checkpointUpload({ params, body }) {
      fence(params.taskId, body.epoch);
      const object = `${params.taskId}-${nanoid()}`;
      return { object, uploadUrl: `${url}/objects/${object}`, headers: {} };
    },
    async checkpointCommit({ params, body }) {
      const { object, size, sha256, epoch } = body;
      const task = fence(params.taskId, epoch);
      if (task.checkpoint && task.checkpoint.object !== object) state.objects.delete(task.checkpoint.object);
      task.checkpoint = { object, size, sha256, epoch };
      state.changed();
    },
    credentials: async ({ params }) => ({
      username: 'x-access-token',
      token: state.tokens.get(params.repositoryId) ?? null,
    }),
    async logs({ body }) {
      state.logs[body.seq] = body.text;
      state.changed();
    },
    async exit({ body }) {
      state.exits.push(body);
      state.changed();
    },
  };
}

function describe(state: AgentState, task: StoredTask, url: string) {
  const { checkpoint } = task;
  return {
    id: task.id,
    ...task.given,
    projectName: 'Test project',
    epoch: task.epoch,
    leaseUntil: LATER(),
    branch: `countersign/${task.id}`,
    openItems: state.itemsOf(task.id).filter(isOpen).map(toOpenItem),
    resumed: task.epoch > 1,
    reopened: task.endedIn > 0 && task.endedIn >= (checkpoint?.epoch ?? 0),
    checkpoint: checkpoint && { ...checkpoint, downloadUrl: `${url}/objects/${checkpoint.object}` },
    messages: task.messages,
  };
}

/** Nobody writes about a task that has ended, or waits to be claimed. */
const isHeld = ({ status }: StoredTask) => !['pending', 'completed', 'failed'].includes(status);

function stopOf(task: StoredTask | null): { stop: boolean; stoppedAt?: string } {
  const stoppedAt = task?.stoppedAt ?? null;
  return stoppedAt === null ? { stop: false } : { stop: true, stoppedAt };
}

/** A task with open questions is taken up only to hear a message. */
const isClaimable = ({ status, messages }: StoredTask) =>
  ['pending', 'approved', 'rejected', 'running'].includes(status) ||
  (status === 'awaiting_approval' && messages.length > 0);

const isOpen = ({ needsApproval, grant }: StoredItem) =>
  needsApproval === true && (grant === 'unused' || grant === 'released');

function toOpenItem(item: StoredItem): OpenItem {
  const { id, type, title, hash, grant, isApproved, rejectionReason, edits } = item;
  const { toolName = null, toolKind = null, reference = null } = item;
  return { id, type, title, toolName, toolKind, hash, grant, isApproved, rejectionReason, reference, edits };
}
