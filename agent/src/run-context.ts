import type { Exchanged } from '@countersign/contract/agent';
import type { ModelAccess } from './agents/agent-spec.ts';
import type { AgentUser } from './agent-user.ts';
import type { AgentApi } from './api.ts';
import type { RunnerEnvironment } from './env.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';
import type { Life } from './shutdown.ts';

/** What every part of one execution shares. */
export interface RunContext {
  environment: RunnerEnvironment;
  /** Who this container is, and its limits, as the server told. */
  identity: Omit<Exchanged, 'token' | 'model'>;
  user: AgentUser | null;
  api: AgentApi;
  life: Life;
  log: Log;
  redact: Redactor;
  heartbeat: Heartbeat;
  /** A way to the model for one agent; null when the deployment has none. */
  model: () => Promise<ModelAccess | null>;
}
