import type { CallInput, CallOutput } from '@countersign/contract';
import { agentRoutes, type AgentMessage, type ModelUsage, type WaitReply } from '@countersign/contract/agent';
import type { TestApiOptions } from './agent-api.ts';
import { claimable, describeClaim, leaseEnd, nextMessages } from './agent-claim.ts';
import { signEvidence } from './agent-evidence.ts';
import { toDecision, type AgentState, type StoredTask } from './agent-state.ts';
import { invalid, Refusal } from './refusal.ts';

type Routes = typeof agentRoutes;
export type Handlers = {
  [Name in keyof Routes]: (input: CallInput<Routes[Name]> & { gone: AbortSignal }) => Promise<CallOutput<Routes[Name]>>;
};

const NOTHING: WaitReply = { directive: 'run', decisions: [], messages: [], stop: false, work: false };

export function createHandlers(state: AgentState, options: TestApiOptions): Handlers {
  const fence = (taskId: string, epoch: number | undefined): StoredTask => {
    const task = state.taskOf(taskId);
    if (task.epoch !== epoch) throw new Refusal('stale_epoch', 'Claimed anew');
    if (!isHeld(task)) throw new Refusal('stale_epoch', `It is ${task.status}`);
    return task;
  };
  const checkUploaded = ({ object, size }: { object: string; size: number }) => {
    if (state.objects.sizeOf(object) !== size) throw invalid('size', 'There is no object of this size');
  };
  /** A container that has used up its allowance is paused. */
  const hearUsage = (usage: ModelUsage | undefined) => {
    if (usage === undefined) return;
    state.told.hear(usage);
    if (state.told.isUsedUp) state.directive = 'pause';
    state.changed();
  };
  /** The last piece of the log, and which execution it is of. */
  const logged = { epoch: 0, seq: -1 };
  return {
    async exchange({ body }) {
      const { token, epoch } = state.executions.exchange(body.code, body.nonce);
      while (state.told.executions.length < epoch) state.told.begin();
      return {
        token,
        containerId: 'container',
        projectId: 'project',
        epoch,
        heartbeatSeconds: 15,
        freeWaitSeconds: options.freeWaitSeconds ?? 600,
        idleSeconds: options.idleSeconds ?? 1,
        taskLimitSeconds: options.taskLimitSeconds ?? 600,
        model: state.model,
        modelAllowance: state.told.allowance,
      };
    },
    async claim() {
      const [task] = claimable(state);
      if (state.directive !== 'run' || !task) return { directive: state.directive, task: null };
      task.epoch += 1;
      if (task.status !== 'awaiting_approval') Object.assign(task, { status: 'running', rejectedSincePark: 0 });
      state.changed();
      const claimed = { directive: state.directive, task: describeClaim(state, task) };
      for (const { id, isApproved } of state.undoneAfterClaim.splice(0)) {
        state.undo(id);
        if (isApproved !== undefined) state.decide(id, isApproved);
      }
      return claimed;
    },
    async heartbeat({ body }) {
      const task = body.taskId === undefined ? null : fence(body.taskId, body.epoch);
      hearUsage(body.usage);
      if (task !== null && body.notice !== undefined) {
        task.notices.push(body.notice);
        state.changed();
      }
      return {
        directive: state.directive,
        ...stopOf(task),
        leaseUntil: task?.status === 'running' ? leaseEnd() : null,
        budgets: state.tasks.map((one) => ({ taskId: one.id, budget: state.budgetOf(one) })),
        modelAllowance: state.told.allowance,
      };
    },
    async wait({ body, gone }) {
      const task = body.taskId === undefined ? null : fence(body.taskId, body.epoch);
      const execution = state.executions.newest;
      const look = (): WaitReply | null => {
        const isOurs = task === null || (task.epoch === body.epoch && isHeld(task));
        const isReplaced = state.executions.newest !== execution || execution?.hasEnded;
        if (!isOurs || isReplaced) return { ...NOTHING, directive: 'exit' };
        const items = body.itemIds.map((id) => state.items.get(id));
        const own = items.flatMap((item) => (item && item.taskId === task?.id ? [item] : []));
        const decisions = own.filter(({ isApproved }) => isApproved !== null).map(toDecision);
        const { directive } = state;
        const messages = task === null ? [] : nextMessages(task);
        const work = body.forWork === true && claimable(state).length > 0;
        const reply = { directive, decisions, messages, ...stopOf(task), work };
        const isNews = directive !== 'run' || decisions.length > 0 || messages.length > 0 || reply.stop || work;
        return isNews || gone.aborted ? reply : null;
      };
      return state.until(look, 'news', body.timeoutSeconds * 1000).catch(() => NOTHING);
    },
    async putItems({ params, body }) {
      const recorded = state.record(fence(params.taskId, body.epoch), ...body.items);
      return { items: recorded.map(({ id, hash }) => ({ id, hash })) };
    },
    async release({ params, body }) {
      return state.release(fence(params.taskId, body.epoch), params.itemId, body.hash, body.nonce);
    },
    async executed({ params, body: { epoch, outcome, toolResponse } }) {
      const item = state.questionOf(fence(params.taskId, epoch), params.itemId);
      if (item.grant === outcome) return;
      if (item.grant !== 'released') throw new Refusal('conflict', 'Not taken out');
      if ((outcome === 'told') === item.isApproved)
        throw new Refusal('conflict', 'A consent is reported as executed, a rejection as told');
      Object.assign(item, { grant: outcome, ...(toolResponse === undefined ? {} : { toolResponse }) });
      state.changed();
    },
    async evidence({ params, body: { epoch, commit } }) {
      const task = fence(params.taskId, epoch);
      const item = state.questionOf(task, params.itemId);
      const envelope = signEvidence(task, item, commit);
      return { envelope: state.evidence.note === null ? null : envelope };
    },
    async finish({ params, body, gone }) {
      if (state.holdsFinish) {
        state.finishesHeld += 1;
        await state.until(() => gone.aborted || !state.holdsFinish, 'the one who waits to go');
        if (gone.aborted) throw new Refusal('conflict', 'Nobody hears this');
      }
      if (body.item.type !== 'completion') throw invalid('item.type', 'A task ends with a completion item');
      const { status, epoch } = state.taskOf(params.taskId);
      const isSaid = state.items.get(body.item.id)?.taskId === params.taskId;
      const isEnded = status === body.status || (status === 'pending' && body.status === 'completed');
      if (isSaid && isEnded && epoch === body.epoch) return; // reported again
      const task = fence(params.taskId, body.epoch);
      const isLate = ({ createdAt }: AgentMessage) => task.stoppedAt === null || createdAt > task.stoppedAt;
      const goesOn = body.status === 'completed' && task.messages.some(isLate);
      state.record(task, body.item);
      const closed = { isApproved: false, rejectionReason: 'The agent no longer asks this', grant: 'told' };
      for (const item of state.undecided(task.id)) Object.assign(item, closed);
      const before = task.finish;
      const isOther = body.commit && before?.commit && body.commit !== before.commit;
      const isGone = body.gone?.some(({ commit }) => commit === before?.commit) === true;
      const known = isGone ? null : before;
      task.finish = {
        branch: body.branch ?? known?.branch ?? null,
        commit: body.commit ?? known?.commit ?? null,
        pullRequestUrl: body.pullRequestUrl ?? (isOther ? null : (known?.pullRequestUrl ?? null)),
        ...(body.gone && { gone: body.gone }),
      };
      state.end(task, goesOn ? 'pending' : body.status);
    },
    async acknowledge({ params, body }) {
      const task = fence(params.taskId, body.epoch);
      task.messages = task.messages.filter(({ id }) => !body.messageIds.includes(id));
      const isHeard = body.stoppedAt === undefined || (task.stoppedAt ?? '') <= body.stoppedAt;
      if (body.stop && isHeard) state.stopHeard(task);
      state.changed();
    },
    async variables({ params, body }) {
      fence(params.taskId, body.epoch);
      return { variables: state.variables };
    },
    async checkpointUpload({ params, body }) {
      fence(params.taskId, body.epoch);
      return state.objects.announce(objectOf(params.taskId, body), body.size);
    },
    async checkpointCommit({ params, body }) {
      const { object, size, sha256, epoch } = body;
      if (object !== objectOf(params.taskId, body)) throw invalid('object', 'This object was not announced');
      checkUploaded(body);
      const task = fence(params.taskId, epoch);
      if (task.checkpoint && task.checkpoint.object !== object) state.objects.remove(task.checkpoint.object);
      task.checkpoint = { object, size, sha256, epoch };
      state.changed();
    },
    async setupResultFind({ params, body }) {
      state.taskOf(params.taskId);
      const stored = state.setupResult;
      if (stored?.key !== body.key) return { result: null };
      const { taskId, key: _key, ...result } = stored;
      const { title } = state.taskOf(taskId).given;
      return { result: { title, ...result, downloadUrl: state.objects.addressOf(result.object) } };
    },
    async setupResultUpload({ params, body }) {
      return state.objects.announce(setupObjectOf(state.taskOf(params.taskId), body), body.size);
    },
    async setupResultCommit({ params: { taskId }, body }) {
      if (body.object !== setupObjectOf(state.taskOf(taskId), body))
        throw invalid('object', 'This object was not announced');
      checkUploaded(body);
      const former = state.setupResult?.object;
      state.setupResult = { ...body, taskId, madeAt: new Date().toISOString() };
      if (former && former !== body.object) state.objects.remove(former);
      state.changed();
    },
    async credentials({ params: { repositoryId } }) {
      const isLinked = state.tasks.some(({ given }) => given.repositories.some(({ id }) => id === repositoryId));
      if (!isLinked && !state.tokens.has(repositoryId)) throw new Refusal('not_found', 'Repository not found');
      return { username: 'x-access-token', token: state.tokens.get(repositoryId) ?? null };
    },
    async logs({ body }) {
      const epoch = state.executions.newest?.epoch ?? 0;
      if (logged.epoch === epoch && body.seq <= logged.seq) return;
      Object.assign(logged, { epoch, seq: body.seq });
      state.logs.push(body.text);
      state.changed();
    },
    async exit({ body }) {
      hearUsage(body.usage);
      state.exits.push(body);
      for (const task of state.tasks) if (task.status === 'running') task.status = 'pending';
      const execution = state.executions.newest;
      if (execution) execution.hasEnded = true;
      state.changed();
    },
  };
}

const objectOf = (taskId: string, { epoch, sha256 }: { epoch: number; sha256: string }) =>
  `tasks/${taskId}/${epoch}-${sha256}`;

const setupObjectOf = ({ id }: StoredTask, { sha256 }: { sha256: string }) => `tasks/${id}/setup-${sha256}`;

/** Nobody writes about a task that has ended, or waits to be claimed. */
const isHeld = ({ status }: StoredTask) => !['pending', 'completed', 'failed'].includes(status);

function stopOf(task: StoredTask | null): { stop: boolean; stoppedAt?: string } {
  const stoppedAt = task?.stoppedAt ?? null;
  return stoppedAt === null ? { stop: false } : { stop: true, stoppedAt };
}
