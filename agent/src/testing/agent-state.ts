import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
  AgentMessage,
  ClaimedTask,
  Decision,
  Directive,
  ModelEndpoint,
  RecordItem,
} from '@countersign/contract/agent';
import { nanoid } from 'nanoid';

/** An item as the test's server keeps it. */
export interface StoredItem extends RecordItem {
  taskId: string;
  hash: string | null;
  isApproved: boolean | null;
  rejectionReason: string | null;
  grant: 'unused' | 'released' | 'executed' | 'diverged' | 'told' | null;
  nonce: string | null;
  edits: Decision['edits'];
  /** How often it was asked for, decided, released: tests count on them. */
  releases: number;
}

export interface StoredTask {
  id: string;
  given: Pick<ClaimedTask, 'title' | 'description' | 'repositories' | 'agent'>;
  status: 'pending' | 'running' | 'awaiting_approval' | 'approved' | 'rejected' | 'completed' | 'failed';
  epoch: number;
  checkpoint: { object: string; size: number; sha256: string; epoch: number } | null;
  /** The claim that ended it last; 0 for none. */
  endedIn: number;
  messages: AgentMessage[];
  /** When Stop was pressed; null when nobody has, or it was acknowledged. */
  stoppedAt: string | null;
  finish: { branch?: string | null; commit?: string | null; pullRequestUrl?: string | null } | null;
}

/** What a server knows, in memory; the rules of consent are those of design §1 and §5. */
export class AgentState extends EventEmitter {
  readonly tasks: StoredTask[] = [];
  readonly items = new Map<string, StoredItem>();
  readonly objects = new Map<string, Buffer>();
  readonly logs: string[] = [];
  readonly exits: Array<{ reason: string; message?: string | undefined }> = [];
  readonly tokens = new Map<string, string>();
  /** What the deployment's model is; none but where a test says so. */
  model: ModelEndpoint | null = null;
  directive: Directive = 'run';
  /** While true, no task ends: whoever says so waits. */
  holdsFinish = false;
  finishesHeld = 0;
  /** Every answer is 409 stale_epoch from now on. */
  fenced = false;

  addTask(given: Partial<StoredTask['given']> & { title: string }): StoredTask {
    const task: StoredTask = {
      id: nanoid(),
      given: { description: null, repositories: [], agent: 'demo', ...given },
      status: 'pending',
      epoch: 0,
      checkpoint: null,
      endedIn: 0,
      messages: [],
      stoppedAt: null,
      finish: null,
    };
    this.tasks.push(task);
    this.changed();
    return task;
  }

  reopen(task: StoredTask): void {
    Object.assign(task, { status: 'pending', stoppedAt: null });
    this.changed();
  }

  /** As the server does it: with Stop, everything that is asked at this moment is rejected. */
  stop(task: StoredTask): void {
    task.stoppedAt = now();
    for (const item of this.undecided(task.id)) this.decide(item.id, false, 'Stopped');
    this.changed();
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

  record(task: StoredTask, item: RecordItem): StoredItem {
    const before = this.items.get(item.id);
    const fresh = {
      hash: null,
      isApproved: null,
      rejectionReason: null,
      grant: null,
      nonce: null,
      edits: null,
      releases: 0,
    };
    const { fileContentPiece: piece, ...sent } = item;
    const next: StoredItem = { ...(before ?? { taskId: task.id, ...fresh }), ...defined(sent) };
    if (piece !== undefined) next.fileContent = (before?.fileContent ?? '').slice(0, piece.at) + piece.text;
    if (next.needsApproval) {
      next.hash = hashOf(next);
      next.grant ??= 'unused';
      if (before?.isApproved != null && before.hash !== next.hash) throw new Conflict('conflict', 'Decided already');
      if (next.isApproved === null) task.status = 'awaiting_approval';
    }
    this.items.set(item.id, next);
    this.changed();
    return next;
  }

  decide(itemId: string, isApproved: boolean, reason: string | null = null, edits: Decision['edits'] = null): void {
    const item = this.items.get(itemId);
    if (!item?.needsApproval || item.isApproved !== null) throw new Error(`${itemId} cannot be decided`);
    Object.assign(item, { isApproved, rejectionReason: reason, edits });
    const task = this.taskOf(item.taskId);
    if (this.undecided(task.id).length === 0) task.status = isApproved ? 'approved' : 'rejected';
    this.changed();
  }

  release(task: StoredTask, itemId: string, hash: string, nonce: string): Decision {
    const item = this.items.get(itemId);
    if (item === undefined || item.isApproved === null) throw new Conflict('conflict', 'Not decided');
    if (item.hash !== hash) throw new Conflict('content_changed', 'Other bytes');
    if (item.grant !== 'unused' && item.nonce !== nonce) throw new Conflict('conflict', 'Taken out already');
    if (item.grant === 'unused') item.releases += 1;
    Object.assign(item, { grant: item.grant === 'unused' ? 'released' : item.grant, nonce });
    if (task.status !== 'awaiting_approval') task.status = 'running';
    this.changed();
    return toDecision(item);
  }

  taskOf(taskId: string): StoredTask {
    const task = this.tasks.find((candidate) => candidate.id === taskId);
    if (!task) throw new Conflict('not_found', 'Task not found');
    return task;
  }

  changed(): void {
    this.emit('change');
  }

  /** Resolves with what `look` finds, as soon as it finds something. */
  async until<T>(look: () => T | null | undefined | false, what: string, limitMs = 20_000): Promise<T> {
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

export class Conflict extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function toDecision(item: StoredItem): Decision {
  const { id, isApproved, rejectionReason, hash, edits } = item;
  return { itemId: id, isApproved: isApproved === true, rejectionReason, hash: hash ?? '', edits };
}

let latest = 0;

/** ISO 8601; never the same twice, so that of two things one is the later. */
function now(): string {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest).toISOString();
}

function hashOf({ type, title, content, toolName, toolParameters, filePath, fileContent }: RecordItem): string {
  const bytes = JSON.stringify([type, title, content, toolName, toolParameters, filePath, fileContent]);
  return createHash('sha256').update(bytes).digest('hex');
}

function defined(item: RecordItem): RecordItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as RecordItem;
}
