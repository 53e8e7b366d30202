import * as acp from '@agentclientprotocol/sdk';
import type { AgentSpec } from '../agents/agent-spec.ts';
import { AgentFailed } from '../lib/failures.ts';
import { pause, unlessAborted } from '../lib/lifetime.ts';
import type { Log } from '../server/log.ts';
import type { AgentProcess } from './agent-process.ts';

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
  signal: AbortSignal;
}

/** An agent that says nothing within this time does not speak the protocol. */
const START_LIMIT_MS = 60_000;
/** An agent may answer before it has replayed its whole session; the replay is over after this long without news. */
const REPLAY_QUIET_MS = 250;
const REPLAY_LIMIT_MS = 5_000;
/** How long an agent may take to end after its connection broke. */
const END_LIMIT_MS = 2_000;

/** Connects to a started agent and opens a new session, or continues an earlier one if it can. Throws AgentFailed. */
export async function openConnection(options: AcpConnectionOptions): Promise<AcpConnection> {
  const { process, spec, handlers, log } = options;
  // An agent that loads an earlier session replays all of it; it is recorded already.
  let isReplay = false;
  let lastUpdateAt = 0;
  let isCancelled = false;
  const connection = acp
    .client({ name: 'countersign' })
    .onNotification(acp.methods.client.session.update, ({ params }) => {
      lastUpdateAt = Date.now();
      if (!isReplay) handlers.onUpdate(params.update);
    })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => handlers.onPermission(params))
    .onRequest(acp.methods.client.elicitation.create, ({ params }) => handlers.onElicitation(params))
    // The agent's notice that a page was completed is ignored: the person says so on the card.
    .onNotification(acp.methods.client.elicitation.complete, () => undefined)
    .connect(acp.ndJsonStream(process.stdin, process.stdout));
  const { agent } = connection;
  const gone = process.exited.then((how): never => {
    throw new AgentFailed(`The agent ${how}`);
  });
  gone.catch(() => undefined);
  const unlessGone = <T>(promise: Promise<T>): Promise<T> =>
    unlessAborted(Promise.race<T>([promise, gone]), options.signal);
  const atStart = <T>(promise: Promise<T>): Promise<T> => unlessGone(withLimit(promise));

  /** Reports a protocol error in its own words, and a broken connection by how the agent ended. */
  const asAgentFailed = async (error: unknown): Promise<never> => {
    options.signal.throwIfAborted();
    if (error instanceof AgentFailed) throw error;
    if (error instanceof acp.RequestError)
      throw new AgentFailed(`The agent answered with an error: ${detailOf(error)}`);
    const last = new AgentFailed(`The connection to the agent broke: ${messageOf(error)}`);
    return Promise.race([gone, pause(END_LIMIT_MS, options.signal).then(() => Promise.reject(last))]);
  };

  const initialized = agent.request(acp.methods.agent.initialize, {
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
  });
  const { agentCapabilities } = await atStart(initialized).catch(asAgentFailed);

  const place: acp.NewSessionRequest = {
    cwd: options.cwd,
    mcpServers: [],
    ...(spec.sessionMeta ? { _meta: spec.sessionMeta } : {}),
  };
  const earlierId = options.previousId;
  const isContinued = earlierId !== null && (await goOn(earlierId));
  const sessionId = isContinued && earlierId !== null ? earlierId : await beginNew();
  if (spec.mode !== undefined) await setMode(spec.mode);

  /** Tries load first where both are offered: it is older and better maintained. */
  async function goOn(earlier: string): Promise<boolean> {
    const { loadSession, sessionCapabilities } = agentCapabilities ?? {};
    const method = loadSession
      ? acp.methods.agent.session.load
      : sessionCapabilities?.resume
        ? acp.methods.agent.session.resume
        : null;
    if (method === null) return false;
    isReplay = true;
    try {
      await atStart(agent.request(method, { ...place, sessionId: earlier }));
      // The replay may go on until the agent is prompted.
      lastUpdateAt = Date.now();
      isReplay = method === acp.methods.agent.session.load;
      return true;
    } catch (error) {
      isReplay = false;
      options.signal.throwIfAborted();
      log(`The agent cannot continue its earlier conversation (${messageOf(error)}); it starts a new one`);
      return false;
    }
  }

  async function replayed(): Promise<void> {
    const deadline = Date.now() + REPLAY_LIMIT_MS;
    for (;;) {
      const left = Math.min(lastUpdateAt + REPLAY_QUIET_MS, deadline) - Date.now();
      if (left <= 0) break;
      await unlessGone(pause(left, options.signal));
    }
    isReplay = false;
  }

  async function beginNew(): Promise<string> {
    const created = await atStart(agent.request(acp.methods.agent.session.new, place)).catch(asAgentFailed);
    return created.sessionId;
  }

  async function setMode(modeId: string): Promise<void> {
    await atStart(agent.request(acp.methods.agent.session.setMode, { sessionId, modeId })).catch(asAgentFailed);
  }

  return {
    sessionId,
    isContinued,
    async prompt(text) {
      isCancelled = false;
      if (isReplay) await replayed().catch(asAgentFailed);
      // An agent ignores a cancel that came before its prompt.
      if (isCancelled) return 'cancelled';
      const prompt: acp.PromptRequest['prompt'] = [{ type: 'text', text }];
      const answer = agent.request(acp.methods.agent.session.prompt, { sessionId, prompt });
      const { stopReason } = await unlessGone(answer).catch(asAgentFailed);
      return stopReason;
    },
    async cancel() {
      isCancelled = true;
      await agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    },
    close: () => connection.close(),
  };
}

/** Agents put the useful sentence into `data` as often as into `message`. */
function detailOf(error: acp.RequestError): string {
  const data = error.data;
  if (data === undefined || data === null) return error.message;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${error.message} ${text.slice(0, 500)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function withLimit<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new AgentFailed(`The agent did not answer within ${START_LIMIT_MS / 1000} seconds`)),
      START_LIMIT_MS,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
