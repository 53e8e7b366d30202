import type { Plan, SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { RecordItem } from '@countersign/contract/agent';
import { describeCall, responseOf } from './describe-call.ts';
import type { Log } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Redactor } from './redact.ts';
import { createSpeech } from './speech.ts';
import { isFinished, mergeCall, parentCallOf, stepId, type KnownCall } from './tool-call.ts';

/** An item that the agent's next words answer, e.g. the step that was rejected. */
export interface Answered {
  itemId: string;
  type: RecordItem['type'];
  title: string;
}

/** Turns what an agent tells of its work into items (design §5): plans, words and thoughts, tool calls, new files. */
export interface Recorder {
  /** Takes one session/update. */
  take(update: SessionUpdate): void;
  /** The call that a permission request is about, which may be the first that is heard of it. */
  know(update: ToolCallUpdate): KnownCall;
  /** Ends the words that are being written; the next ones answer `answered`, if any. */
  turnBegins(turn: number, answered: Answered | null): void;
  turnEnds(): void;
  /** Resolves when all that was taken is in the outbox. */
  settled(): Promise<void>;
  /** What the agent said last. */
  readonly lastWords: string;
  /** True while a call of this turn runs that waits for nobody. */
  isBusy(): boolean;
}

export interface RecorderOptions {
  taskId: string;
  epoch: number;
  workspace: string;
  outbox: Outbox;
  redact: Redactor;
  log: Log;
  /** A call that was released has ended: its result is the consent's. */
  onFinished: (known: KnownCall) => Promise<void>;
  /** A call that was released has news that must fit what was approved. */
  onReleasedNews: (known: KnownCall, update: ToolCallUpdate) => void;
}

/** A recorder of one task, over all its turns; what it makes of the agent's news goes into the outbox. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { taskId, outbox, workspace, log } = options;
  const calls = new Map<string, KnownCall>();
  /** Heard of in the turn that runs. A call whose end is never told runs no longer than its turn, though its result may still come. */
  let ofThisTurn: Set<KnownCall> | null = null;
  let work: Promise<void> = Promise.resolve();

  /** One after another: describing a call may read a file. */
  const later = (step: () => Promise<void>) => {
    work = work.then(step).catch((error: unknown) => log(`A step could not be recorded: ${String(error)}`));
  };

  // Words, plans and calls are recorded in the order in which they came.
  const inOrder = { put: (item: RecordItem) => later(async () => outbox.put(item)) };
  const speech = createSpeech({ ...options, outbox: inOrder });

  const know = (update: ToolCallUpdate): KnownCall => {
    const known = takeNote(update);
    ofThisTurn?.add(known);
    return known;
  };

  const takeNote = (update: ToolCallUpdate): KnownCall => {
    const known = calls.get(update.toolCallId);
    // Who asks under the id of a call that has ended means another one: it is compared, and comes to its end, by itself.
    if (known && !known.isFinished) {
      known.call = mergeCall(known.call, update);
      return known;
    }
    const call = mergeCall(null, update);
    const parent = parentCallOf(call);
    const fresh: KnownCall = {
      toolCallId: update.toolCallId,
      itemId: stepId(taskId, 'call', update.toolCallId),
      parentId: (parent !== null && calls.get(parent)?.itemId) || null,
      call,
      isAsked: false,
      isReleased: false,
      isFinished: false,
    };
    calls.set(update.toolCallId, fresh);
    return fresh;
  };

  const takeCall = (update: ToolCallUpdate) => {
    speech.end();
    if (calls.get(update.toolCallId)?.isFinished) return; // told again by a session that was loaded
    const known = know(update);
    if (known.isReleased) options.onReleasedNews(known, update);
    if (isFinished(known.call)) {
      known.isFinished = true;
      if (!known.isAsked || known.isReleased) log(`${known.call.status}: ${known.call.title}`);
      later(() => recordEnd(known));
    } else if (!known.isAsked) {
      later(() => recordCall(known));
    }
  };

  const recordCall = async (known: KnownCall) => {
    if (known.isAsked) return;
    const fields = await describeCall(known.call, workspace);
    if (known.isAsked) return;
    outbox.put({ id: known.itemId, parentId: known.parentId, ...fields });
  };

  const recordEnd = async (known: KnownCall) => {
    if (known.isReleased) await options.onFinished(known);
    // Of a rejected one, what the agent says of it is no result.
    else if (!known.isAsked) await recordResult(known);
    // It may be told of again, by its id; what it held is recorded and need not fill the memory.
    const { toolCallId, title, status } = known.call;
    known.call = { toolCallId, title, status };
  };

  const recordResult = async (known: KnownCall) => {
    const fields = await describeCall(known.call, workspace);
    const content = responseIsContent(known) ? null : fields.content;
    outbox.put({
      id: known.itemId,
      parentId: known.parentId,
      ...fields,
      content,
      toolResponse: responseOf(known.call),
    });
  };

  const takePlan = (plan: Plan) => {
    speech.end();
    // One plan a task: it is ticked off, not repeated.
    const id = stepId(taskId, 'plan');
    inOrder.put({ id, type: 'planning', title: 'Plan', content: planText(plan) });
  };

  return {
    know,
    take(update) {
      switch (update.sessionUpdate) {
        case 'tool_call':
        case 'tool_call_update':
          return takeCall(update);
        case 'plan':
          return takePlan(update);
        case 'agent_message_chunk':
          return speech.take('message', update.content);
        case 'agent_thought_chunk':
          return speech.take('thought', update.content);
        default:
          return undefined;
      }
    },
    turnBegins(number, answered) {
      ofThisTurn = new Set();
      speech.turnBegins(number, answered);
    },
    turnEnds() {
      ofThisTurn = null;
      speech.end();
    },
    async settled() {
      await work;
    },
    get lastWords() {
      return speech.lastWords;
    },
    isBusy: () =>
      [...(ofThisTurn ?? [])].some(
        (known) => !known.isFinished && (known.isReleased || (!known.isAsked && known.call.status === 'in_progress')),
      ),
  };
}

/** The text content of a call that ended is its result, unless there is a result beside. */
function responseIsContent(known: KnownCall): boolean {
  return known.call.rawOutput === undefined;
}

function planText(plan: Plan): string {
  const mark = { completed: '[x]', in_progress: '[~]', pending: '[ ]' };
  return plan.entries.map((entry) => `- ${mark[entry.status] ?? '[ ]'} ${entry.content}`).join('\n');
}
