import { WAIT_MAX_SECONDS } from '@countersign/contract';
import { agentRoutes, type Exchanged, type ModelEndpoint } from '@countersign/contract/agent';
import { nanoid } from 'nanoid';
import { findAgentUser } from './agent-user.ts';
import { createAgentApi, type AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import type { RunnerEnvironment } from './env.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createLog, type Log } from './log.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { startModelProxy, type ModelProxy } from './model-proxy.ts';
import type { RunContext } from './run-context.ts';
import { createLife, Ended, endOnSignals, pause, type EndReason, type Life } from './shutdown.ts';
import { workOnTask } from './work-on-task.ts';

/** Exit codes by the reason of the end; a SIGTERM shows as one. */
const exitCodes: Record<EndReason, number> = { idle: 0, paused: 0, waiting: 0, deleted: 0, fenced: 1, terminated: 143 };
const CRASHED = 1;
const LAST_LOGS_MS = 3_000;
const LAST_CALL_MS = 10_000;
const QUICK_MS = 500;

/** One execution of the container, from the start code to the exit code (design §6). Never throws. */
export async function run(environment: RunnerEnvironment): Promise<number> {
  const life = createLife();
  endOnSignals(life);
  const redact = createRedactor([environment.startCode]);
  const log = createLog(redact);
  const api = createAgentApi(environment.agentApiUrl, life);
  log(`container ${environment.containerId}, execution ${environment.executionEpoch}`);
  try {
    const user = await findAgentUser(environment.agentUser, environment.requireAgentUser);
    const { token, model, ...identity } = await exchange(api, environment.startCode);
    api.authorize(token);
    for (const secret of [token, model?.apiKey ?? '']) redact.hide(secret);
    log.connect(api);
    const heartbeat = startHeartbeat(api, life, log, identity.heartbeatSeconds);
    return await serve({
      environment,
      identity,
      user,
      api,
      life,
      log,
      redact,
      heartbeat,
      model: modelAccess(model, log, redact),
    });
  } catch (error) {
    return await leave(error, api, life, log, redact);
  }
}

/** One proxy for the whole execution, started when the first agent needs it. */
function modelAccess(model: ModelEndpoint | null, log: Log, redact: Redactor): RunContext['model'] {
  let proxy: Promise<ModelProxy> | null = null;
  return async () => (model === null ? null : (await (proxy ??= startModelProxy(model, log, redact))).access);
}

function exchange(api: AgentApi, code: string): Promise<Exchanged> {
  return api.call(agentRoutes.exchange, { body: { code, nonce: nanoid(32) } });
}

/** Task after task, until the execution ends; throws Ended then. */
async function serve(run: RunContext): Promise<never> {
  const { api, life, identity } = run;
  let idleSince = Date.now();
  for (;;) {
    life.work.throwIfAborted();
    const { directive, task } = await api.call(agentRoutes.claim, { body: {}, signal: life.work });
    followDirective(directive, life);
    life.work.throwIfAborted();
    if (task === null) {
      await waitForWork(run, idleSince + identity.idleSeconds * 1000);
    } else {
      await workOnTask(run, task);
      idleSince = Date.now();
    }
  }
}

async function waitForWork({ api, life }: RunContext, until: number): Promise<void> {
  const left = Math.ceil((until - Date.now()) / 1000);
  if (left <= 0) life.end('idle');
  life.work.throwIfAborted();
  const askedAt = Date.now();
  const body = { itemIds: [], forWork: true, timeoutSeconds: Math.min(left, WAIT_MAX_SECONDS) };
  const reply = await api.call(agentRoutes.wait, { body, signal: life.work });
  followDirective(reply.directive, life);
  // Somebody else may take the task; then there is work and nothing to claim, for a moment.
  if (Date.now() - askedAt < QUICK_MS) await pause(QUICK_MS, life.work);
}

async function leave(error: unknown, api: AgentApi, life: Life, log: Log, redact: Redactor): Promise<number> {
  const reason: EndReason | 'crashed' = error instanceof Ended ? error.reason : (life.reason ?? 'crashed');
  const message = redact(error instanceof Error ? error.message : String(error));
  log(reason === 'crashed' ? `the runner failed: ${message}` : `the execution ends: ${reason}`);
  if (!life.write.aborted) await log.flush(LAST_LOGS_MS);
  // A container that was taken over, deleted or terminated has nothing to tell any more.
  if (reason === 'fenced' || reason === 'deleted' || reason === 'terminated') return exitCodes[reason];
  const task = error instanceof Ended ? (error.task ?? {}) : {};
  const body = { reason, ...task, ...(reason === 'crashed' ? { message: message.slice(0, 2_000) } : {}) };
  const told = api.call(agentRoutes.exit, { body }).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LAST_CALL_MS).unref())]);
  return reason === 'crashed' ? CRASHED : exitCodes[reason];
}
