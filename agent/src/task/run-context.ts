import type { Exchanged } from '@countersign/contract/agent';
import type { RunnerEnvironment } from '../environment/env.ts';
import type { Lifetime } from '../lib/lifetime.ts';
import type { ModelMeter } from '../model/meter/model-meter.ts';
import type { ModelWatch } from '../model/trouble/model-watch.ts';
import type { TaskModels } from '../model/task-models.ts';
import type { AgentApi } from '../server/api.ts';
import type { Heartbeat } from '../server/heartbeat.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { ServerWatch } from '../server/server-watch.ts';
import type { KeptClones } from '../workspace/git/kept-clones.ts';
import type { KeptSetup } from '../workspace/setup/kept-setup.ts';
import type { AgentUser } from '../workspace/agent-user.ts';
import type { SharedFolders } from '../workspace/shared-folders.ts';

/** What all parts of one execution share. */
export interface RunContext {
  environment: RunnerEnvironment;
  /** Which container this is, and its limits, as the server says. */
  identity: Omit<Exchanged, 'token' | 'model' | 'modelAllowance'>;
  user: AgentUser | null;
  sharedFolders: SharedFolders;
  api: AgentApi;
  life: Lifetime;
  log: Log;
  redact: Redactor;
  heartbeat: Heartbeat;
  /** The ways to the models that tasks use. */
  models: TaskModels;
  modelWatch: ModelWatch;
  /** Counts what the models use, for which task, and what is left to use. */
  meter: ModelMeter;
  serverWatch: ServerWatch;
  /** What one task leaves for the next. */
  keptClones: KeptClones;
  keptSetup: KeptSetup;
}
