import type { Plan, SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { RecordItem } from '@countersign/contract/agent';
import { stepId } from '../lib/step-id.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { KnownCall } from './call-moves.ts';
import { tellParts } from './call-parts.ts';
import type { Calls } from './calls.ts';
import type { CallEnds } from './finish-call.ts';
import { bareFieldsOf } from './shown/bare-fields.ts';
import { describeCall, responseOf, titleOf, type CallFields } from './shown/describe-call.ts';
import { createMessageStream, type Answered } from './message-stream.ts';
import { isTodoList, planOf } from './todo-list.ts';
import { hasEnded } from './tool-call.ts';

/** Turns what an agent sends about its work into items: plans, words and thoughts, tool calls, new files. */
export interface Recorder {
  /** Takes one session/update. */
  take(update: SessionUpdate): void;
  /** Ends the passage that is being written; the next one answers `answered`, if any. */
  turnBegins(turn: number, answered: Answered | null): void;
  turnEnds(): void;
  /** Resolves when everything that was taken is in the report queue, and so is the call inside which `known` runs. */
  recorded(known?: Pick<KnownCall, 'parentId'>): Promise<void>;
  /** What the agent said last in this turn; empty if nothing. */
  readonly lastWords: string;
}

export interface RecorderOptions {
  taskId: string;
  epoch: number;
  workspace: string;
  calls: Calls;
  reports: ReportQueue;
  redact: Redactor;
  log: Log;
  /** Called at once when the end of a released call is reported. */
  onHeardEnd: (known: KnownCall) => void;
  /** News about a released call must fit what was approved, and its result is the outcome of its consent. */
  ends: Pick<CallEnds, 'compareNews' | 'fits' | 'finish'>;
  /**
   * Whether the history holds an open question about these very bytes, by which the call will be answered; without
   * them, whether it holds any about a step.
   */
  isAsked: (fields?: CallFields) => boolean;
  /** Whether a rejection has cut the turn short: what the agent has not asked about by then ends with it. */
  isCutShort: () => boolean;
  /** Called when the agent begins to say something. */
  onStep: (step: { itemId: string }) => void;
  /** Called with the title of a step that has failed unasked, and with null where one has succeeded. */
  onUnasked?: (failed: string | null) => void;
}

/**
 * What the history says of a step that its agent gave up, unasked, when another one was rejected. Some agents say in
 * its place that the person has rejected this one.
 */
const dropped = {
  status: 'failed',
  output: 'Not done: the agent dropped this step when another one was rejected. Nobody was asked about it.',
};

/** A recorder of one task, over all its turns. What it makes of the agent's news goes into the report queue. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { taskId, reports, workspace, calls, ends, redact, log } = options;
  let work: Promise<void> = Promise.resolve();

  /** One after another: describing a call may read a file. */
  const later = (step: () => Promise<void>) => {
    work = work.then(step).catch((error: unknown) => log(`A step could not be recorded: ${String(error)}`));
  };

  // Words, plans and calls are recorded in the order in which they came.
  const inOrder = { put: (item: RecordItem) => later(async () => reports.put(item)) };
  const stream = createMessageStream({ ...options, reports: inOrder });

  const takeCall = (update: ToolCallUpdate, isNew: boolean) => {
    const isAnother = isNew && calls.known(update.toolCallId) === null;
    if (isAnother || (isNew && calls.isOver(update.toolCallId))) stream.acts();
    else stream.end();
    const parts = isAnother ? [] : tellParts(update, calls, ends.fits);
    if (parts.length === 0 && !isNew && calls.isOver(update.toolCallId)) return; // repeated, and recorded already
    const told = parts.length > 0 ? parts : [isNew ? calls.begin(update) : calls.hear(update)];
    ends.compareNews(
      told.filter(({ stage }) => stage === 'released'),
      update,
    );
    told.forEach(takeNews);
  };

  const takeNews = (known: KnownCall) => {
    if (hasEnded(known.call)) {
      if (!known.wasAsked || known.stage === 'released') log(`${known.call.status}: ${titleOf(known.call, workspace)}`);
      if (known.stage === 'released') options.onHeardEnd(known);
      const isDropped = !known.wasAsked && known.call.status === 'failed' && options.isCutShort();
      if (!known.wasAsked && !isDropped)
        options.onUnasked?.(known.call.status === 'failed' ? titleOf(known.call, workspace) : null);
      if (!known.isOver) known.end();
      later(() => recordEnd(known, isDropped));
    } else if (!known.wasAsked) {
      later(() => recordCall(known));
    }
  };

  /** Calls that the history does not show yet, because a question there may turn out to be about them; by item id. */
  const held = new Map<string, KnownCall>();

  const put = async (known: KnownCall, fields: CallFields & Pick<RecordItem, 'toolResponse'>) => {
    await recordAbove(known);
    held.delete(known.itemId);
    if (known.wasAsked) return;
    // While a call runs, its content may grow: a secret may have begun there.
    const content = fields.content == null ? {} : { content: redact.interrupted(fields.content) };
    reports.put({ id: known.itemId, parentId: known.parentId, ...fields, ...content });
  };

  /** The history shows in any case that there was a step. */
  const fieldsOf = (known: KnownCall, isPast = false) =>
    describeCall(known.call, workspace, isPast).catch((error: unknown) => {
      log(`A step could not be shown: ${String(error)}`);
      return bareFieldsOf(known.call);
    });

  const recordCall = async (known: KnownCall) => {
    // A list of what is to be done is recorded as the plan, once it is complete.
    if (known.wasAsked || isTodoList(known.call)) return;
    const fields = await fieldsOf(known);
    // Its request may come a moment later: recorded by now, the same step would stand there twice, once without an end.
    // What it is about may come in pieces, while it is pending.
    if (options.isAsked(isPending(known.call) ? undefined : fields)) held.set(known.itemId, known);
    else await put(known, fields);
  };

  /** Whatever stood in the way, it has come to nothing: the agent may have done this unasked. */
  const recordHeld = async (known: KnownCall) => {
    held.delete(known.itemId);
    if (!known.wasAsked) await put(known, await fieldsOf(known));
  };

  /** The history must show a call before what runs inside it. */
  const recordAbove = async ({ parentId }: Pick<KnownCall, 'parentId'>) => {
    const above = parentId === null ? undefined : held.get(parentId);
    if (above !== undefined) await recordHeld(above);
  };

  const recordEnd = async (known: KnownCall, isDropped: boolean) => {
    if (known.stage === 'ended') await ends.finish(known);
    // What the agent says about the end of a rejected call is no result.
    else if (!known.wasAsked) await recordResult(known, isDropped);
    // The agent may name its id again. What the call held is recorded and need not fill the memory.
    const { toolCallId, title, status } = known.call;
    known.call = { toolCallId, title, status };
  };

  const recordResult = async (known: KnownCall, isDropped: boolean) => {
    const plan = planOf(known.call);
    if (plan !== null) return void reports.put(planItem(plan));
    const fields = await fieldsOf(known, true);
    const content = isDropped || responseIsContent(known) ? null : fields.content;
    await put(known, { ...fields, content, toolResponse: isDropped ? dropped : responseOf(known.call) });
  };

  /** A task has one plan, which changes as its entries are done. */
  const planItem = (plan: Pick<Plan, 'entries'>): RecordItem => {
    return { id: stepId(taskId, 'plan'), type: 'planning', title: 'Plan', content: planText(plan) };
  };

  const takePlan = (plan: Plan) => {
    stream.end();
    inOrder.put(planItem(plan));
  };

  return {
    take(update) {
      switch (update.sessionUpdate) {
        case 'tool_call':
          return takeCall(update, isBegun(update) || calls.isLeft(update.toolCallId));
        case 'tool_call_update':
          return takeCall(update, false);
        case 'plan':
          return takePlan(update);
        case 'agent_message_chunk':
          return stream.take('message', update.content);
        case 'agent_thought_chunk':
          return stream.take('thought', update.content);
        default:
          return undefined;
      }
    },
    turnBegins(number, answered) {
      calls.turnBegins();
      stream.turnBegins(number, answered);
    },
    turnEnds() {
      calls.turnEnds();
      stream.end();
      later(async () => {
        for (const known of held.values()) await recordHeld(known);
      });
    },
    async recorded(known) {
      if (known !== undefined) later(() => recordAbove(known));
      await work;
    },
    get lastWords() {
      return stream.lastWords;
    },
  };
}

/** A call that its agent only announces; the protocol's default. */
function isPending({ status }: ToolCall): boolean {
  return status === undefined || status === 'pending';
}

/** A call that is reported complete may be a repetition. */
function isBegun({ status }: ToolCall): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** The text content of a call that has ended is its result, unless it gives the result separately. */
function responseIsContent(known: KnownCall): boolean {
  return known.call.rawOutput === undefined;
}

function planText(plan: Pick<Plan, 'entries'>): string {
  const mark = { completed: '[x]', in_progress: '[~]', pending: '[ ]' };
  return plan.entries.map((entry) => `- ${mark[entry.status] ?? '[ ]'} ${entry.content}`).join('\n');
}
