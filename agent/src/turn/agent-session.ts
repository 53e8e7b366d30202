import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk';
import type { AcpHandlers } from '../acp/acp-connection.ts';
import { openAgent, type AgentSetup, type RunningAgent } from '../acp/open-agent.ts';
import { AgentFailed } from '../lib/failures.ts';
import { createAgentUsage, type AgentUsage, type CountedUsage } from './agent-usage.ts';
import { endedInTime } from './ended-in-time.ts';
import type { Answered } from './message-stream.ts';
import { createSessionParts, type SessionParts, type SessionPartsOptions } from './session-parts.ts';
import type { StepUsage } from './step-usage.ts';
import type { Turn } from './turn.ts';
import { STILL_MS } from './verdict.ts';

/** One task's work with its agent, turn by turn, over as many processes as it takes. */
export interface AgentSession {
  /** The protocol's id; null while no agent runs. */
  readonly id: string | null;
  /** Ends the running agent, if any, and starts one; true if it continues the previous session. */
  open(previousId: string | null): Promise<boolean>;
  /** Prompts the agent and resolves when it has answered. Throws AgentFailed when the agent goes away. */
  prompt(prompt: Prompt): Promise<StopReason>;
  /** Ends the current turn, or the start that is under way. */
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
  /** What the agent said last in this turn; empty if nothing. */
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

export interface AgentSessionOptions extends Omit<AgentSetup, 'workspace'>, SessionPartsOptions {
  /** What is counted of the model, to compare with what the agent says. */
  counted: CountedUsage;
  /** The agent asks about no file whose name has a line break. */
  hangsOnLineBreaks: boolean;
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
  return new Session(options);
}

class Session implements AgentSession {
  private readonly parts: SessionParts;
  private readonly agentUsage: AgentUsage;
  private readonly listeners: Array<() => void> = [];
  private running: RunningAgent | null = null;
  /** Aborts the start that is under way. */
  private starting: AbortController | null = null;
  /** Called at each sign that the agent has received the prompt. */
  private heard = () => {};
  /** Requests that are being answered. */
  private readonly answering = new Set<Promise<unknown>>();
  isPrompted = false;
  /** What an agent's news and requests lead to. */
  private readonly handlers: AcpHandlers = {
    onUpdate: (update) => {
      this.active();
      if (signs.has(update.sessionUpdate)) this.heard();
      if (update.sessionUpdate === 'usage_update') this.agentUsage.takes(update);
      this.parts.recorder.take(update);
      if (this.isPrompted && this.options.hangsOnLineBreaks)
        void this.tracked(this.parts.refuseUnaskable(update)).catch(() => undefined);
      this.parts.current.turn.changed();
    },
    onPermission: (request) => {
      this.active();
      this.heard();
      // No prompt is under way that this could belong to.
      if (!this.isPrompted) return Promise.resolve({ outcome: { outcome: 'cancelled' } });
      return this.tracked(this.parts.answerPermission(request));
    },
    onElicitation: (request) => {
      this.active();
      this.heard();
      if (!this.isPrompted) return Promise.resolve({ action: 'cancel' });
      return this.tracked(this.parts.answerElicitation(request));
    },
  };

  constructor(private readonly options: AgentSessionOptions) {
    this.parts = createSessionParts(options);
    this.agentUsage = createAgentUsage(options.counted, options.log);
  }

  get id(): string | null {
    return this.running?.sessionId ?? null;
  }

  get usage(): StepUsage {
    return this.parts.usage;
  }

  get isBusy(): boolean {
    return this.parts.calls.isBusy();
  }

  get runsApproved(): boolean {
    return this.parts.calls.runsApproved();
  }

  get lastWords(): string {
    return this.parts.recorder.lastWords;
  }

  async open(previousId: string | null): Promise<boolean> {
    const starting = new AbortController();
    this.starting = starting;
    const signal = AbortSignal.any([this.options.signal, starting.signal]);
    try {
      return await this.start(previousId, signal);
    } finally {
      this.starting = null;
    }
  }

  private async start(previousId: string | null, signal: AbortSignal): Promise<boolean> {
    const { calls, recorder, divergences } = this.parts;
    await this.close();
    // What the former agent reported last is compared with what it was allowed, before both are forgotten.
    await recorder.recorded();
    calls.agentStarts();
    divergences.agentStarts();
    this.running = await openAgent({ ...this.options, signal }, previousId, this.handlers);
    return this.running.isContinued;
  }

  async prompt({ text, number, answered, turn, onHeard }: Prompt): Promise<StopReason> {
    const agent = this.running;
    if (agent === null) throw new AgentFailed('The agent does not run');
    this.parts.current.begin(turn);
    this.heard = () => {
      this.heard = () => {};
      onHeard();
    };
    this.parts.recorder.turnBegins(number, answered);
    this.agentUsage.turnBegins();
    let isOver = false;
    this.isPrompted = true;
    this.active();
    turn.cancelled.addEventListener('abort', () => void (isOver || agent.cancel()), { once: true });
    try {
      const stopReason = await endedInTime(agent.prompt(text), turn);
      // The agent's answer is a sign too, unless the turn was cut short before there was any.
      if (!turn.cancelled.aborted) this.heard();
      return stopReason;
    } finally {
      isOver = true;
      this.isPrompted = false;
      this.active();
      await this.endTurn(turn);
    }
  }

  interrupt(): void {
    this.starting?.abort(new AgentFailed('The start of the agent was interrupted'));
    this.parts.current.turn.cancel();
  }

  async endForBudget(): Promise<void> {
    const { turn } = this.parts.current;
    if (turn.isOutOfBudget || !this.isPrompted) return;
    turn.isOutOfBudget = true;
    await turn.quiet(STILL_MS);
    turn.cancel();
  }

  onActivity(listener: () => void): void {
    this.listeners.push(listener);
  }

  recorded(): Promise<void> {
    return this.parts.recorder.recorded();
  }

  async close(): Promise<void> {
    const ending = this.running;
    this.running = null;
    await ending?.stop();
  }

  /** The agent has answered, or is gone: settles what the turn has left open. */
  private async endTurn(turn: Turn): Promise<void> {
    const { recorder, divergences, usage } = this.parts;
    turn.cancel(); // answers requests that are still waiting
    // A rejection redeemed meanwhile belongs to this turn, too.
    await Promise.all(this.answering);
    this.options.attribution.closesAll();
    recorder.turnEnds();
    divergences.turnEnds();
    await recorder.recorded();
    this.agentUsage.turnEnds();
    usage.turnEnds();
  }

  private active(): void {
    for (const listener of this.listeners) listener();
  }

  private tracked<T>(answered: Promise<T>): Promise<T> {
    const done = answered
      .catch(() => undefined)
      .finally(() => {
        this.answering.delete(done);
        // From its answer on, an agent has something to do: what it is silent about is another thing now.
        this.active();
      });
    this.answering.add(done);
    return answered;
  }
}
