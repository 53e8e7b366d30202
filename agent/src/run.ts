import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WAIT_MAX_SECONDS } from '@countersign/contract';
import { agentRoutes, RUNNER_PROTOCOL, type Exchanged } from '@countersign/contract/agent';
import { nanoid } from 'nanoid';
import type { RunnerEnvironment } from './environment/env.ts';
import { version } from './environment/version.ts';
import { leave } from './leave.ts';
import { createLifetime, endOnSignals, pause } from './lib/lifetime.ts';
import { END_MS, HOLD_MS } from './model/meter/admit-call.ts';
import { createModelMeter } from './model/meter/model-meter.ts';
import { createModelWatch } from './model/trouble/model-watch.ts';
import { createTaskModels } from './model/task-models.ts';
import { createAgentApi, type AgentApi } from './server/api.ts';
import { followDirective } from './server/directive.ts';
import { startHeartbeat } from './server/heartbeat.ts';
import { createLog } from './server/log.ts';
import { createRedactor } from './server/redact.ts';
import { createServerWatch } from './server/server-watch.ts';
import type { RunContext } from './task/run-context.ts';
import { workOnTask } from './task/work-on-task.ts';
import { createKeptClones, KEPT_CLONE_LIMIT_BYTES } from './workspace/git/kept-clones.ts';
import { createKeptSetup } from './workspace/setup/kept-setup.ts';
import { findAgentUser } from './workspace/agent-user.ts';
import { createSharedFolders } from './workspace/shared-folders.ts';

const QUICK_MS = 500;

/** One execution of the container, from the start code to the exit code. Never throws. */
export async function run(environment: RunnerEnvironment): Promise<number> {
  const life = createLifetime();
  endOnSignals(life);
  const redact = createRedactor([environment.startCode]);
  const log = createLog(redact);
  const serverWatch = createServerWatch();
  const api = createAgentApi(environment.agentApiUrl, life, serverWatch);
  const meter = createModelMeter();
  const kept = join(environment.workRoot, `.kept-${environment.containerId}`);
  log(`container ${environment.containerId}, execution ${environment.executionEpoch}`);
  try {
    const user = await findAgentUser({
      name: environment.agentUser,
      isRequired: environment.requireAgentUser,
      // Where files that the account leaves anywhere are removed, the machine is this container's alone.
      isOwn: environment.sharedFolders.length > 0,
    });
    const report = meter.report();
    const { token, model, modelAllowance, ...identity } = await exchange(api, environment.startCode);
    report.heard(modelAllowance);
    api.authorize(token);
    for (const secret of [token, model?.apiKey ?? '']) redact.hide(secret);
    log.connect(api);
    const heartbeat = startHeartbeat({ api, life, log, meter, everySeconds: identity.heartbeatSeconds });
    const metering = { meter, tell: heartbeat.tell, holdMs: HOLD_MS, endMs: END_MS };
    const modelWatch = createModelWatch();
    return await serve({
      environment,
      identity,
      user,
      sharedFolders: createSharedFolders({ user, folders: environment.sharedFolders, workRoot: environment.workRoot }),
      api,
      life,
      log,
      redact,
      heartbeat,
      models: createTaskModels({ fallback: model, metering, watch: modelWatch, log, redact }),
      modelWatch,
      meter,
      serverWatch,
      keptClones: createKeptClones(kept, KEPT_CLONE_LIMIT_BYTES, log),
      keptSetup: createKeptSetup(kept, environment.workspaceLimitBytes / 4),
    });
  } catch (error) {
    return await leave(error, { api, life, log, redact, meter });
  } finally {
    await rm(kept, { recursive: true, force: true }).catch(() => undefined);
  }
}

function exchange(api: AgentApi, code: string): Promise<Exchanged> {
  return api.call(agentRoutes.exchange, { body: { code, nonce: nanoid(32), protocol: RUNNER_PROTOCOL, version } });
}

/** Works on task after task until the execution ends; throws Ended then. */
async function serve(run: RunContext): Promise<never> {
  const { api, life, identity, sharedFolders } = run;
  await sharedFolders.clear();
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
      await sharedFolders.clear();
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
  // Another container may take the task: then there is work, but for a moment nothing to claim.
  if (Date.now() - askedAt < QUICK_MS) await pause(QUICK_MS, life.work);
}
