import type { CreateElicitationRequest, SessionUpdate, StopReason } from '@agentclientprotocol/sdk';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Attribution } from '../attribution/attribution.ts';
import type { AcpHandlers } from '../acp/acp-connection.ts';
import { openAgent, type AgentSetup, type RunningAgent } from '../acp/open-agent.ts';
import type { Consents } from '../consent/consent.ts';
import { AgentFailed } from '../lib/failures.ts';
import type { Redactor } from '../server/redact.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createAgentUsage, type CountedUsage } from './agent-usage.ts';
import { createCalls } from './calls.ts';
import { createCurrentTurn } from './current-turn.ts';
import { createDivergences } from './divergence.ts';
import { createElicitations } from './elicitation.ts';
import { endedInTime } from './ended-in-time.ts';
import { createCallEnds } from './finish-call.ts';
import type { Answered } from './message-stream.ts';
import { answerPermission, STILL_MS } from './permission.ts';
import { createRecorder } from './recorder.ts';
import { createStepUsage, type StepUsage } from './step-usage.ts';
import type { Turn } from './turn.ts';

/** One task's work with its agent, turn by turn, over as many processes as it takes. */
export interface AgentSession {
  /** The protocol's id; null while no agent runs. */
  readonly id: string | null;
  /** Ends the running agent, if any, and starts one; true if it continues the previous session. */
  open(previousId: string | null): Promise<boolean>;
  /** Prompts the agent and resolves when it has answered. Throws AgentFailed when the agent goes away. */
  prompt(prompt: Prompt): Promise<StopReason>;
  /** Ends the current turn. */
  interrupt(): void;
  /** Ends the current turn because the budget is used up; what was asked is first decided, and done if approved. */
  endForBudget(): Promise<void>;
  /** Attributes the models' usage to the steps of the current turn. */
  readonly usage: StepUsage;
  /** Calls the listener at each sign of life of the agent. */
  onActivity(listener: () => void): void;
  /** True while a call of the current turn runs without waiting for a person. */
  readonly isBusy: boolean;
  /** True while an approved call of the current turn runs. */
  readonly runsApproved: boolean;
  /** True from a prompt until the agent has answered it. */
  readonly isPrompted: boolean;
  /** What the agent said last. */
  readonly lastWords: string;
  /** Resolves when everything the agent has sent is in the report queue. */
  recorded(): Promise<void>;
  close(): Promise<void>;
}

interface Prompt {
  text: string;
  /** The turn's number in the task, over all runs. */
  number: number;
  /** The item that the agent's first words answer. */
  answered: Answered | null;
  /** Holds what happens until the agent has answered or is gone. */
  turn: Turn;
  /** Called at the first sign that the agent has received the prompt. */
  onHeard: () => void;
}

export interface AgentSessionOptions extends AgentSetup {
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  workspace: Workspace;
  consents: Consents;
  attribution: Attribution;
  reports: ReportQueue;
  /** Reports an outcome once the work it is about is saved. */
  reportWhenSaved: (itemId: string, outcome: GrantOutcome) => void;
  redact: Redactor;
  /** What is counted of the model, to compare with what the agent says. */
  counted: CountedUsage;
  /** Called when an approved call has ended. */
  onProgress: () => void;
}

/** What an agent sends only after receiving a prompt. Other news, such as its commands, may come at any time. */
const signs: ReadonlySet<string> = new Set<SessionUpdate['sessionUpdate']>([
  'agent_message_chunk',
  'agent_thought_chunk',
  'plan',
  'tool_call',
  'tool_call_update',
]);

/** A session whose agent is not running yet. */
export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { current, calls, recorder, divergences, answer, answerElicitation, usage } = equip(options);
  const agentUsage = createAgentUsage(options.counted, options.log);
  const listeners: Array<() => void> = [];
  let running: RunningAgent | null = null;
  let heard = () => {};
  let isPrompted = false;
  /** Requests that are being answered. */
  const answering = new Set<Promise<unknown>>();

  const active = () => {
    for (const listener of listeners) listener();
  };
  const tracked = <T>(answered: Promise<T>): Promise<T> => {
    const done = answered.catch(() => undefined).finally(() => answering.delete(done));
    answering.add(done);
    return answered;
  };
  const handlers: AcpHandlers = {
    onUpdate(update) {
      active();
      if (signs.has(update.sessionUpdate)) heard();
      if (update.sessionUpdate === 'usage_update') agentUsage.takes(update);
      recorder.take(update);
      current.turn.changed();
    },
    onPermission(request) {
      active();
      heard();
      return tracked(answer(request));
    },
    onElicitation(request) {
      active();
      heard();
      // No prompt is under way that this could belong to.
      if (!isPrompted) return Promise.resolve({ action: 'cancel' });
      return tracked(answerElicitation(request));
    },
  };
  const close = async () => {
    const ending = running;
    running = null;
    await ending?.stop();
  };

  return {
    close,
    async open(previousId) {
      await close();
      // What the former agent reported last is compared with what it was allowed, before both are forgotten.
      await recorder.recorded();
      calls.agentStarts();
      divergences.agentStarts();
      running = await openAgent(options, previousId, handlers);
      return running.isContinued;
    },
    get id() {
      return running?.sessionId ?? null;
    },
    async prompt({ text, number, answered, turn, onHeard }) {
      if (running === null) throw new AgentFailed('The agent does not run');
      const agent = running;
      current.begin(turn);
      heard = () => {
        heard = () => {};
        onHeard();
      };
      recorder.turnBegins(number, answered);
      agentUsage.turnBegins();
      let isOver = false;
      isPrompted = true;
      active();
      turn.cancelled.addEventListener('abort', () => void (isOver || agent.cancel()), { once: true });
      try {
        const stopReason = await endedInTime(agent.prompt(text), turn);
        // The agent's answer is a sign too, unless the turn was cut short before there was any.
        if (!turn.cancelled.aborted) heard();
        return stopReason;
      } finally {
        isOver = true;
        isPrompted = false;
        active();
        turn.cancel(); // answers requests that are still waiting
        // A rejection redeemed meanwhile belongs to this turn, too.
        await Promise.all(answering);
        options.attribution.closesAll();
        recorder.turnEnds();
        divergences.turnEnds();
        await recorder.recorded();
        agentUsage.turnEnds();
        usage.turnEnds();
      }
    },
    interrupt: () => current.turn.cancel(),
    usage,
    async endForBudget() {
      const { turn } = current;
      if (turn.isOutOfBudget || !isPrompted) return;
      turn.isOutOfBudget = true;
      await turn.quiet(STILL_MS);
      turn.cancel();
    },
    onActivity: (listener) => void listeners.push(listener),
    get isBusy() {
      return calls.isBusy();
    },
    get runsApproved() {
      return calls.runsApproved();
    },
    get isPrompted() {
      return isPrompted;
    },
    get lastWords() {
      return recorder.lastWords;
    },
    recorded: () => recorder.recorded(),
  };
}

/** What receives the agent's news and answers its requests. */
function equip(options: AgentSessionOptions) {
  const { task, consents, attribution, reports, redact, log } = options;
  const { folders, checkouts } = options.workspace;
  const workspace = folders.workspace;
  const current = createCurrentTurn();
  const usage = createStepUsage({ reports });
  const calls = createCalls(task, usage.begins);
  const divergences = createDivergences(workspace);
  const { reportWhenSaved, onProgress } = options;
  const ends = createCallEnds({ divergences, current, reports, reportWhenSaved, log, onProgress });
  const recorder = createRecorder({
    taskId: task.id,
    epoch: task.epoch,
    workspace,
    calls,
    reports,
    redact,
    log,
    onHeardEnd: ({ itemId }) => attribution.closes(itemId),
    onEnded: ends.finish,
    onReleasedNews: ends.compareNews,
    isCutShort: () => current.turn.cancelled.aborted && current.turn.rejections.length > 0,
    onStep: usage.begins,
  });
  const permissions = {
    workspace,
    checkouts,
    consents,
    attribution,
    calls,
    recorder,
    divergences,
    reports,
    onDiverged: ends.diverge,
    log,
  };
  const answer: AcpHandlers['onPermission'] = (request) => answerPermission(request, current.turn, permissions);
  const answerElicitation = createElicitations({ task, consents, recorder, reports, reportWhenSaved, log });
  return {
    current,
    calls,
    recorder,
    divergences,
    answer,
    answerElicitation: (request: CreateElicitationRequest) => answerElicitation(request, current.turn),
    usage,
  };
}
