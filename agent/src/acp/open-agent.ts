import type { AgentCommand, AgentSpec, ModelAccess } from '../agents/agent-spec.ts';
import { findAgent } from '../agents/find-agent.ts';
import { TaskFailed } from '../lib/failures.ts';
import { unlessAborted } from '../lib/lifetime.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isolate, type Isolation, type IsolatedCommand } from '../isolation/isolate.ts';
import { openConnection, type AcpConnection, type AcpHandlers } from './acp-connection.ts';
import { startAgent } from './agent-process.ts';

/** Which agent to start, where, and with what. */
export interface AgentSetup {
  agent: string;
  workspace: Pick<Workspace, 'folders' | 'user'>;
  path: string;
  agentsFolder: string;
  customCommand: readonly string[];
  /** Null where only the container isolates the agent. */
  isolation: Isolation | null;
  model: () => Promise<ModelAccess | null>;
  /** Whether it should ask before reading too, if it can be told to. */
  asksBeforeReading: boolean;
  /** Extra environment for its process; the variables it needs take precedence. */
  environment: Readonly<Record<string, string>>;
  outputLimitBytes: number;
  /** Called with a sentence for the person when the agent writes too much. */
  onTooMuch: (message: string) => void;
  /** Resolves when there is room for more output. */
  room: () => Promise<void>;
  log: Log;
  redact: Redactor;
  signal: AbortSignal;
}

/** A running agent and the connection to it. */
export interface RunningAgent extends Omit<AcpConnection, 'close'> {
  /** Ends the agent and everything it started. */
  stop(): Promise<void>;
}

/**
 * Starts the agent and opens a session with it, the previous one if possible. Throws AgentFailed, and TaskFailed if the
 * agent cannot be started.
 */
export async function openAgent(
  setup: AgentSetup,
  previousId: string | null,
  handlers: AcpHandlers,
): Promise<RunningAgent> {
  const { path, workspace, outputLimitBytes, onTooMuch, room, log, redact, signal } = setup;
  const { folders, user } = workspace;
  const spec = specOf(setup.agent);
  const command = await commandOf(spec, setup);
  const { settingsInHome, cleanKept, emptyErrors } = spec;
  const goesOn = previousId !== null;
  const place = { settingsInHome, cleanKept, goesOn, folders, path, user };
  const output = { log, redact, emptyErrors, outputLimitBytes, onTooMuch, room };
  const process = await startAgent({ command, ...place, ...output }).catch((error: unknown) => {
    command.close?.();
    throw error;
  });
  const end = async () => {
    await process.stop();
    command.close?.();
  };
  try {
    const connection = await openConnection({
      process,
      spec,
      cwd: folders.workspace,
      previousId,
      handlers,
      log,
      redact,
      signal,
    });
    log(`${spec.name} ${connection.isContinued ? 'goes on' : 'started'}`);
    const stop = async () => {
      connection.close();
      await end();
    };
    return { ...connection, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

function specOf(id: string): AgentSpec {
  const spec = findAgent(id);
  if (spec === null) throw new TaskFailed(`This container's image does not know an agent called "${id}".`);
  return spec;
}

async function commandOf(
  spec: AgentSpec,
  { workspace, agentsFolder, customCommand, asksBeforeReading, isolation, path, log, ...setup }: AgentSetup,
): Promise<AgentCommand & Partial<IsolatedCommand>> {
  const model = spec.needsModel ? await unlessAborted(setup.model(), setup.signal) : null;
  if (spec.needsModel && model === null) {
    throw new TaskFailed(
      `${spec.name} needs a model, and this deployment has none. Set MODEL_BASE_URL, or a model in MODELS, and reopen the task.`,
    );
  }
  const { home, settings, workspace: cwd } = workspace.folders;
  const own = spec.command({ home, settings, cwd, model, asksBeforeReading, agentsFolder, customCommand });
  if (own === null) {
    throw new TaskFailed(
      setup.agent === 'custom'
        ? `${spec.name} is no program yet. Name it in CUSTOM_AGENT, and reopen the task.`
        : `${spec.name} is not installed here. AGENTS_FOLDER says where it is on your own machine, AGENT_IMAGE in a deployment.`,
    );
  }
  const command = { ...own, env: { ...setup.environment, ...own.env } };
  if (isolation === null || spec.isBuiltIn) return command;
  const { folders, user } = workspace;
  return isolate(command, { folders, path, modelUrl: model?.url ?? null, user, log }, isolation);
}
