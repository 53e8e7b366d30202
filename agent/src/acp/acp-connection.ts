import * as acp from '@agentclientprotocol/sdk';
import type { AgentSpec } from '../agents/agent-spec.ts';
import { messageOf } from '../lib/failures.ts';
import { pause } from '../lib/lifetime.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { AgentProcess } from './agent-process.ts';
import { createAnswers, type Answers } from './answers.ts';
import { createReplay, type Replay } from './replay.ts';

/** A connection to a running agent, with one of the protocol's sessions open. */
export interface AcpConnection {
  readonly sessionId: string;
  /** True when this is an earlier session that the agent continues. */
  readonly isContinued: boolean;
  /** Resolves when the agent has answered, with the protocol's reason for stopping. */
  prompt(text: string): Promise<acp.StopReason>;
  /** Asks the agent to end its turn. */
  cancel(): Promise<void>;
  close(): void;
}

/** Takes what the agent sends. */
export interface AcpHandlers {
  onUpdate(update: acp.SessionUpdate): void;
  onPermission(request: acp.RequestPermissionRequest): Promise<acp.RequestPermissionResponse>;
  onElicitation(request: acp.CreateElicitationRequest): Promise<acp.CreateElicitationResponse>;
}

/** What a connection is opened with. */
export interface AcpConnectionOptions {
  process: AgentProcess;
  spec: AgentSpec;
  cwd: string;
  /** The earlier session to continue, if any. */
  previousId: string | null;
  handlers: AcpHandlers;
  log: Log;
  redact: Redactor;
  signal: AbortSignal;
}

/** What a session is opened with. */
interface Opening {
  agent: acp.ClientContext;
  answers: Answers;
  replay: Replay;
}

/** Connects to a started agent and opens a new session, or continues an earlier one if it can. Throws AgentFailed. */
export async function openConnection(options: AcpConnectionOptions): Promise<AcpConnection> {
  const { process, handlers, redact, signal } = options;
  const replay = createReplay();
  const answers = createAnswers(process.exited, redact, signal);
  const connection = acp
    .client({ name: 'countersign' })
    .onNotification(acp.methods.client.session.update, ({ params }) => {
      replay.heard();
      if (!replay.isOn) handlers.onUpdate(params.update);
    })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => handlers.onPermission(params))
    .onRequest(acp.methods.client.elicitation.create, ({ params }) => handlers.onElicitation(params))
    // The agent's notice that a page was completed is ignored: the person says so on the card.
    .onNotification(acp.methods.client.elicitation.complete, () => undefined)
    .connect(acp.ndJsonStream(process.stdin, process.stdout));
  const { agent } = connection;
  const { sessionId, isContinued } = await openSession({ agent, answers, replay }, options);
  let isCancelled = false;
  return {
    sessionId,
    isContinued,
    async prompt(text) {
      isCancelled = false;
      const wait = (ms: number) => answers.unlessGone(pause(ms, signal));
      if (replay.isOn) await replay.over(wait).catch(answers.asAgentFailed);
      // An agent ignores a cancel that came before its prompt.
      if (isCancelled) return 'cancelled';
      const prompt: acp.PromptRequest['prompt'] = [{ type: 'text', text }];
      const answer = agent.request(acp.methods.agent.session.prompt, { sessionId, prompt });
      const { stopReason } = await answers.unlessGone(answer).catch(answers.asAgentFailed);
      return stopReason;
    },
    async cancel() {
      isCancelled = true;
      await agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    },
    close: () => connection.close(),
  };
}

const INITIALIZE: acp.InitializeRequest = {
  protocolVersion: acp.PROTOCOL_VERSION,
  clientInfo: { name: 'countersign', version: '1' },
  // The agent works with its own tools: the runner asks about, shows and compares what they do, but does nothing in
  // their stead. A request to read or write a file gets the protocol's "method not found": an agent that asks
  // although nothing was offered must not think it was done.
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {}, url: {} },
  },
};

async function openSession(
  opening: Opening,
  { spec, cwd, previousId, log, signal }: AcpConnectionOptions,
): Promise<Pick<AcpConnection, 'sessionId' | 'isContinued'>> {
  const { agent, answers } = opening;
  const atStart = <T>(answer: Promise<T>) => answers.atStart(answer).catch(answers.asAgentFailed);
  const { agentCapabilities } = await atStart(agent.request(acp.methods.agent.initialize, INITIALIZE));
  const place: acp.NewSessionRequest = {
    cwd,
    mcpServers: [],
    ...(spec.sessionMeta ? { _meta: spec.sessionMeta } : {}),
  };
  const earlier = previousId === null ? null : { ...place, sessionId: previousId };
  const isContinued =
    earlier !== null && (await continueSession(earlier, agentCapabilities ?? {}, opening, { log, signal }));
  const { sessionId } = isContinued ? earlier : await atStart(agent.request(acp.methods.agent.session.new, place));
  const modeId = spec.mode;
  if (modeId !== undefined) await atStart(agent.request(acp.methods.agent.session.setMode, { sessionId, modeId }));
  return { sessionId, isContinued };
}

/** Continues an earlier session; false if the agent cannot. Tries load first: it is older and better maintained. */
async function continueSession(
  session: acp.LoadSessionRequest,
  { loadSession, sessionCapabilities }: acp.AgentCapabilities,
  { agent, answers, replay }: Opening,
  { log, signal }: Pick<AcpConnectionOptions, 'log' | 'signal'>,
): Promise<boolean> {
  const method = loadSession
    ? acp.methods.agent.session.load
    : sessionCapabilities?.resume
      ? acp.methods.agent.session.resume
      : null;
  if (method === null) return false;
  replay.begin();
  try {
    await answers.atStart(agent.request(method, session));
    // The replay may go on until the agent is prompted.
    replay.heard();
    if (method !== acp.methods.agent.session.load) replay.end();
    return true;
  } catch (error) {
    replay.end();
    signal.throwIfAborted();
    log(`The agent cannot continue its earlier conversation (${messageOf(error)}); it starts a new one`);
    return false;
  }
}
