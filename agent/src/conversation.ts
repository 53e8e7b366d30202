import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { findAgent } from './agents/find-agent.ts';
import type { AgentSpec, ModelAccess } from './agents/agent-spec.ts';
import { TaskFailed } from './failures.ts';
import type { Log } from './log.ts';
import { answerPermission, type PermissionOptions } from './permission.ts';
import type { Answered, Recorder } from './recorder.ts';
import { AgentFailed, openSession, type Session } from './session.ts';
import { createTurn, type Turn } from './turn.ts';
import type { Workspace } from './workspace.ts';

/** One task's talk with its agent, over as many processes as it takes. */
export interface Conversation {
  /** Null until the first turn. */
  readonly sessionId: string | null;
  /** Starts the agent where it does not run; true when it goes on with an earlier conversation. */
  open(previousId: string | null): Promise<boolean>;
  /** Prompts the agent and resolves when it has answered. Throws AgentFailed when the agent goes away. */
  say(prompt: Prompt): Promise<StopReason>;
  /** Ends the turn that runs. */
  interrupt(): void;
  /** The turn that runs, for what arrives beside it. */
  readonly turn: Turn;
  close(): Promise<void>;
}

export interface Prompt {
  text: string;
  /** Which turn it is of the task, over all runs. */
  number: number;
  /** The item that the agent's first words answer. */
  answered: Answered | null;
  /** Holds what happens until the agent has answered, or has gone. */
  turn: Turn;
  /** Called at the agent's first sign of having heard. */
  onHeard: () => void;
}

export interface ConversationOptions {
  agent: string;
  workspace: () => Workspace;
  path: string;
  agentsFolder: string;
  customCommand: readonly string[];
  model: () => Promise<ModelAccess | null>;
  recorder: Recorder;
  permissions: PermissionOptions;
  onActivity: () => void;
  outputLimitBytes: number;
  /** The agent writes without end. */
  onTooMuch: (message: string) => void;
  /** Resolves when there is room for what the agent says next. */
  room: () => Promise<void>;
  log: Log;
  signal: AbortSignal;
}

/** What an agent tells only after it has heard; what it offers to do, e.g., it tells at any time. */
const signs: ReadonlySet<string> = new Set<SessionUpdate['sessionUpdate']>([
  'agent_message_chunk',
  'agent_thought_chunk',
  'plan',
  'tool_call',
  'tool_call_update',
]);

/** After a cancel an agent ends its turn; one that does not is ended. */
const CANCEL_LIMIT_MS = 20_000;

/** A talk that has not begun: the agent is started by `open`. */
export function createConversation(options: ConversationOptions): Conversation {
  const { log, signal } = options;
  let running: { process: AgentProcess; session: Session } | null = null;
  let turn = createTurn();
  let heard = () => {};
  /** Permission requests that are being answered. */
  const answering = new Set<Promise<unknown>>();

  const open = async (previousId: string | null): Promise<boolean> => {
    await close();
    const spec = specOf(options.agent);
    const { folders, user } = options.workspace();
    const { home, workspace: cwd } = folders;
    const { agentsFolder, customCommand } = options;
    const model = spec.needsModel ? await options.model() : null;
    if (spec.needsModel && model === null) {
      throw new TaskFailed(`${spec.name} needs a model, and none is configured in this deployment.`);
    }
    const command = spec.command({ home, cwd, model, agentsFolder, customCommand });
    if (command === null) throw new TaskFailed(`${spec.name} is not installed in this container's image.`);
    const { path, outputLimitBytes, onTooMuch, room } = options;
    const process = await startAgent({ command, folders, path, user, log, outputLimitBytes, onTooMuch, room });
    try {
      const handlers = {
        onUpdate(update: Parameters<Recorder['take']>[0]) {
          options.onActivity();
          if (signs.has(update.sessionUpdate)) heard();
          options.recorder.take(update);
          turn.changed();
        },
        onPermission(request: Parameters<typeof answerPermission>[0]) {
          options.onActivity();
          heard();
          const answer = answerPermission(request, turn, options.permissions);
          const done = answer.catch(() => undefined).finally(() => answering.delete(done));
          answering.add(done);
          return answer;
        },
      };
      const session = await openSession({ process, spec, cwd, previousId, handlers, log, signal });
      running = { process, session };
      log(`${spec.name} ${session.isContinued ? 'goes on' : 'started'}`);
      return session.isContinued;
    } catch (error) {
      await process.stop();
      throw error;
    }
  };

  const close = async () => {
    const ending = running;
    running = null;
    if (ending === null) return;
    ending.session.close();
    await ending.process.stop();
  };

  return {
    open,
    close,
    get sessionId() {
      return running?.session.id ?? null;
    },
    get turn() {
      return turn;
    },
    async say({ text, number, answered, turn: own, onHeard }) {
      if (running === null) throw new AgentFailed('The agent does not run');
      const { session } = running;
      turn = own;
      heard = () => {
        heard = () => {};
        onHeard();
      };
      options.recorder.turnBegins(number, answered);
      let isOver = false;
      own.cancelled.addEventListener('abort', () => void (isOver || session.cancel()), { once: true });
      try {
        const stopReason = await withinLimit(session.prompt(text), own);
        // Its answer is a sign, too, unless it was cut short before there was any.
        if (!own.cancelled.aborted) heard();
        return stopReason;
      } finally {
        isOver = true;
        own.cancel(); // requests that still wait are answered
        // A rejection that was taken out meanwhile is one of this turn, too.
        await Promise.all(answering);
        options.recorder.turnEnds();
        await options.recorder.settled();
      }
    },
    interrupt: () => turn.cancel(),
  };
}

function specOf(id: string): AgentSpec {
  const spec = findAgent(id);
  if (spec === null) throw new TaskFailed(`This container's image does not know an agent called "${id}".`);
  return spec;
}

/** The prompt's outcome; AgentFailed when it is cancelled and does not end. */
async function withinLimit<T>(prompt: Promise<T>, turn: Turn): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    turn.cancelled.addEventListener('abort', () => {
      const complaint = new AgentFailed('The agent did not end its turn when it was asked to');
      timer = setTimeout(() => reject(complaint), CANCEL_LIMIT_MS);
      timer.unref();
    });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([prompt, late]);
  } finally {
    clearTimeout(timer);
  }
}
