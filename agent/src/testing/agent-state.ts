import { EventEmitter } from 'node:events';
import type {
  AgentMessage,
  BudgetLeft,
  ClaimedTask,
  Decision,
  Directive,
  ModelEndpoint,
  ModelUsage,
  ProjectVariable,
  RecordItem,
  RunnerNotice,
} from '@countersign/contract/agent';
import {
  type Answer,
  budgetParameters,
  commandParameters,
  EVIDENCE_REF,
  type EvidenceParameters,
  type GrantState,
  isElicitation,
  OPEN_QUESTIONS_MAX,
  UNNAMED_OWNER,
} from '@countersign/contract';
import { nanoid } from 'nanoid';
import { Executions } from './agent-executions.ts';
import { mergeItems, reasonOf, replacedBy } from './agent-items.ts';
import { Objects } from './agent-objects.ts';
import { Refusal } from './refusal.ts';
import { ToldUsage } from './told-usage.ts';

/** An item as the test's server keeps it. */
export interface StoredItem extends RecordItem {
  taskId: string;
  hash: string | null;
  isApproved: boolean | null;
  /** When it was last decided; empty if it never was. */
  decidedAt: string;
  rejectionReason: string | null;
  /** Stop itself rejected it. */
  byStop: boolean;
  grant: GrantState | null;
  /** The question that was asked in its place. */
  replacedBy: string | null;
  nonce: string | null;
  edits: Decision['edits'];
  /** The person's answer, where one was asked for. */
  answer: Answer | null;
  /** How often it was released; tests check it. */
  releases: number;
}

export interface StoredTask {
  id: string;
  given: Pick<ClaimedTask, 'title' | 'description' | 'repositories' | 'agent' | 'settings'>;
  priority: number;
  status: 'pending' | 'running' | 'awaiting_approval' | 'approved' | 'rejected' | 'completed' | 'failed';
  epoch: number;
  /** Questions rejected since the task was parked; if there are none, it becomes approved. */
  rejectedSincePark: number;
  checkpoint: { object: string; size: number; sha256: string; epoch: number } | null;
  /** The claim after which it last ended or was reopened, and when; 0 and empty for none. */
  endedIn: number;
  endedAt: string;
  /** In tokens; null for none. */
  budget: number | null;
  /** What was approved beyond it. */
  granted: number;
  messages: AgentMessage[];
  /** When Stop was pressed; null if nobody has, or it was acknowledged. */
  stoppedAt: string | null;
  /** When Stop was last pressed or acknowledged; empty if it never was. */
  takenBackAt: string;
  /** What its runner has reported as wrong, as received. */
  notices: (RunnerNotice | null)[];
  finish: {
    branch: string | null;
    commit: string | null;
    pullRequestUrl: string | null;
    gone?: { commit: string; text: string }[];
  } | null;
}

/**
 * What a server knows of one project with one container, in memory. A suite that both are held to shows that it does
 * what the server does (agent-api.test.ts).
 */
export class AgentState extends EventEmitter {
  readonly tasks: StoredTask[] = [];
  readonly items = new Map<string, StoredItem>();
  readonly executions = new Executions();
  readonly objects = new Objects();
  /** The pieces of the log, in their order. */
  readonly logs: string[] = [];
  readonly exits: Array<{ reason: string; message?: string | undefined; usage?: ModelUsage | undefined }> = [];
  /** Tokens of repositories by their ids; null for one without. */
  readonly tokens = new Map<string, string | null>();
  /** What the project's owner has stored. */
  readonly variables: ProjectVariable[] = [];
  /** Setup commands that were approved. */
  readonly setups = new Set<string>();
  /** The latest result of a setup command, with its task and key. */
  setupResult: { key: string; taskId: string; object: string; size: number; sha256: string; madeAt: string } | null =
    null;
  /** What commits say about who decides, and where the signed note goes. */
  evidence: EvidenceParameters = { countersignedBy: UNNAMED_OWNER, note: EVIDENCE_REF };
  /** The deployment's model; none unless a test sets one. */
  model: ModelEndpoint | null = null;
  readonly told = new ToldUsage();
  /** What the container's owner wants: `pause` after Pause, `exit` after it was deleted. */
  directive: Directive = 'run';
  /** Decisions that a claim still reports, but that are undone, or made again, before its runner can act on them. */
  readonly undoneAfterClaim: { id: string; isApproved?: boolean }[] = [];
  /** How many questions of a task may be open at a time. */
  openMax = OPEN_QUESTIONS_MAX;
  /** While true, no task ends: a runner that ends one has to wait. */
  holdsFinish = false;
  finishesHeld = 0;
  /** From now on every answer is this error. */
  fenced: 'stale_epoch' | 'not_admitted' | null = null;

  addTask(given: Partial<StoredTask['given']> & { title: string }, priority = 1): StoredTask {
    const task: StoredTask = {
      id: nanoid(),
      given: { description: null, repositories: [], agent: 'demo', ...given },
      priority,
      status: 'pending',
      epoch: 0,
      rejectedSincePark: 0,
      checkpoint: null,
      endedIn: 0,
      endedAt: '',
      budget: null,
      granted: 0,
      messages: [],
      stoppedAt: null,
      takenBackAt: '',
      notices: [],
      finish: null,
    };
    this.tasks.push(task);
    this.changed();
    return task;
  }

  reopen(task: StoredTask): void {
    this.end(task, 'pending');
  }

  /** A task ends, or is reopened: what was decided before counts no more. */
  end(task: StoredTask, status: StoredTask['status']): void {
    Object.assign(task, { status, endedIn: task.epoch, endedAt: now(), stoppedAt: null, rejectedSincePark: 0 });
    this.changed();
  }

  /** As the server does it: Stop rejects everything that is being asked, and ends a task that its agent has left. */
  stop(task: StoredTask): void {
    task.takenBackAt = task.stoppedAt = now();
    if (task.status === 'pending' && task.epoch > 0) return this.end(task, 'failed');
    const stopped = { isApproved: false, rejectionReason: 'Stopped', byStop: true };
    for (const item of this.undecided(task.id)) this.settle(item, stopped);
    this.changed();
  }

  /** The work goes on after a Stop, without what was approved by now. */
  stopHeard(task: StoredTask): void {
    if (task.stoppedAt !== null) Object.assign(task, { stoppedAt: null, takenBackAt: now() });
  }

  /** The owner writes to the agent; resolves with the message's id. */
  say(task: StoredTask, text: string): string {
    const id = nanoid();
    task.messages.push({ id, text, createdAt: now() });
    this.changed();
    return id;
  }

  itemsOf(taskId: string): StoredItem[] {
    return [...this.items.values()].filter((item) => item.taskId === taskId);
  }

  undecided(taskId: string): StoredItem[] {
    return this.itemsOf(taskId).filter((item) => item.needsApproval && item.isApproved === null);
  }

  /** Keeps steps; a new question parks the task. Keeps none and throws on `conflict`, `invalid`, `quota_exceeded`. */
  record(task: StoredTask, ...sent: RecordItem[]): StoredItem[] {
    const merged = mergeItems(this, task, sent);
    const replaced = merged.map((item) => ({ former: replacedBy(this, item), by: item }));
    const isAsked = (item: StoredItem) => item.needsApproval && !this.items.get(item.id)?.needsApproval;
    const asked = merged.filter(isAsked).length - replaced.filter(({ former }) => former !== null).length;
    if (asked > 0 && this.undecided(task.id).length + asked > this.openMax) {
      throw new Refusal('quota_exceeded', `This task has ${this.openMax} open questions`);
    }
    if (merged.some(isAsked) && task.status !== 'awaiting_approval') {
      Object.assign(task, { status: 'awaiting_approval', rejectedSincePark: 0 });
    }
    for (const item of merged) this.items.set(item.id, item);
    for (const { former, by } of replaced) {
      const why = by.needsApproval ? 'Replaced' : reasonOf(by);
      const closed = { isApproved: false, rejectionReason: why, grant: 'told' } as const;
      if (former !== null) Object.assign(former, closed, { replacedBy: by.needsApproval ? by.id : null });
    }
    const isLeft = replaced.some(({ former }) => former !== null) && this.undecided(task.id).length === 0;
    if (isLeft && task.status === 'awaiting_approval') Object.assign(task, { status: 'running', rejectedSincePark: 0 });
    this.changed();
    return merged;
  }

  decide(itemId: string, isApproved: boolean, reason: string | null = null, edits: Decision['edits'] = null): void {
    const item = this.items.get(itemId);
    if (!item?.needsApproval || item.isApproved !== null) throw new Error(`${itemId} cannot be decided`);
    if (isApproved && isElicitation(item)) throw new Error(`${itemId} is to be answered`);
    this.settle(item, { isApproved, rejectionReason: reason, edits });
  }

  /** The owner fills in a form, or has visited an address. */
  answer(itemId: string, answer: Answer): void {
    const item = this.items.get(itemId);
    if (!item?.needsApproval || item.isApproved !== null || !isElicitation(item)) {
      throw new Error(`${itemId} cannot be answered`);
    }
    this.settle(item, { isApproved: true, answer });
  }

  private settle(item: StoredItem, decided: Partial<StoredItem> & { isApproved: boolean }): void {
    const task = this.taskOf(item.taskId);
    Object.assign(item, decided, { decidedAt: now() });
    if (!decided.isApproved) task.rejectedSincePark += 1;
    if (this.undecided(task.id).length === 0) task.status = task.rejectedSincePark === 0 ? 'approved' : 'rejected';
    this.changed();
  }

  /** As the server does it when an Undo is stored: the question stands as it was asked. */
  undo(itemId: string): void {
    const item = this.items.get(itemId);
    if (!item || item.isApproved === null || item.grant !== 'unused') throw new Error(`${itemId} cannot be undone`);
    Object.assign(item, { isApproved: null, rejectionReason: null, byStop: false });
    this.taskOf(item.taskId).status = 'awaiting_approval';
    this.changed();
  }

  release(task: StoredTask, itemId: string, hash: string, nonce: string): Decision {
    const item = this.questionOf(task, itemId);
    if (item.isApproved === null) throw new Refusal('conflict', 'Not decided', undefined, { isUndecided: true });
    if (item.hash !== hash) throw new Refusal('content_changed', 'Other bytes');
    if (item.grant !== 'unused' && item.nonce !== nonce) throw new Refusal('conflict', 'Taken out already');
    const isBudget = item.type === 'approval_request' && item.toolKind === 'budget';
    const isOpen = item.grant === 'unused' || (item.grant === 'released' && !isBudget);
    if (isOpen && item.isApproved && item.answer === null && isOver(item, task)) {
      const details = item.grant === 'released' ? { wasRedeemed: true as const } : {};
      throw new Refusal('conflict', 'Stopped or reopened since', undefined, details);
    }
    if (item.grant === 'unused') {
      item.releases += 1;
      Object.assign(item, { grant: 'released', nonce });
      const asked = budgetParameters.safeParse(item.toolParameters);
      if (isBudget && item.isApproved && asked.success) task.granted += asked.data.amount;
      const setup = commandParameters.safeParse(item.toolParameters);
      const isSetup = item.type === 'approval_request' && item.toolName === 'setup' && item.isApproved;
      if (isSetup && setup.success) this.setups.add(String(setup.data.command));
    }
    if (task.status !== 'awaiting_approval') Object.assign(task, { status: 'running', rejectedSincePark: 0 });
    this.changed();
    return toDecision(item);
  }

  /** What is left of a task's budget. */
  budgetOf({ id, budget, granted }: StoredTask): BudgetLeft | null {
    if (budget === null) return null;
    return { unit: 'tokens', amount: budget, left: budget + granted - this.told.ofTask(id), prices: {} };
  }

  taskOf(taskId: string): StoredTask {
    const task = this.tasks.find((candidate) => candidate.id === taskId);
    if (!task) throw new Refusal('not_found', 'Task not found');
    return task;
  }

  /** Throws `not_found` for anything but a question of this task. */
  questionOf(task: StoredTask, itemId: string): StoredItem {
    const item = this.items.get(itemId);
    if (item?.taskId !== task.id || !item.needsApproval) throw new Refusal('not_found', 'Task item not found');
    return item;
  }

  changed(): void {
    this.emit('change');
  }

  /** Resolves with what `look` finds, as soon as it finds something. */
  async until<T>(look: () => T | null | undefined | false, what: string, limitMs = 90_000): Promise<T> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Waited in vain for: ${what}\n${this.logs.join('')}`);
      await this.nextChange(Math.min(500, deadline - Date.now() + 1));
    }
  }

  private nextChange(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.off('change', done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      this.on('change', done);
    });
  }
}

export function toDecision(item: StoredItem): Decision {
  const { id, isApproved, rejectionReason, hash, edits } = item;
  const decision = { itemId: id, isApproved: isApproved === true, rejectionReason, hash: hash ?? '', edits };
  return { ...decision, ...answerOf(item), ...byStopOf(item) };
}

/**
 * True where what was decided counts no more: the task has ended since or, after an approval, was stopped; or Stop itself
 * rejected it. Of what was redeemed, only a Stop is told.
 */
export function isOver(item: StoredItem, { endedAt, takenBackAt }: StoredTask): boolean {
  const { isApproved, decidedAt, grant, byStop } = item;
  if (isApproved !== true) return isApproved !== null && (byStop || decidedAt <= endedAt);
  return decidedAt <= takenBackAt || (grant !== 'released' && decidedAt <= endedAt);
}

/** The answer, as a part of a decision; empty if there is none. */
export function answerOf({ answer }: StoredItem): Pick<Decision, 'answer'> {
  return answer === null ? {} : { answer };
}

/** That Stop itself rejected it, as a part of a decision; empty if it did not. */
export function byStopOf({ byStop }: StoredItem): Pick<Decision, 'byStop'> {
  return byStop ? { byStop } : {};
}

let latest = 0;

/** ISO 8601; never the same twice, so that one of two things is always the later. */
function now(): string {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest).toISOString();
}
