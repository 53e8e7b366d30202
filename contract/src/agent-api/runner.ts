import * as z from 'zod/mini';
import { ACKNOWLEDGE_MAX, GONE_MAX, VERSION_MAX, WAIT_MAX_ITEMS } from '../lib/constants.ts';
import { checkpointPointer } from './checkpoints.ts';
import { budgetLeft, modelAllowance, modelEndpoint, modelUsage } from './model.ts';
import { decision, openItem, recordItem } from './steps.ts';
import { evidenceParameters } from '../entities/evidence.ts';
import { id, nonce, text, timestamp, toUrl } from '../lib/primitives.ts';
import { noticeKinds } from '../entities/task.ts';

/** What a container's runner and the agent API say to each other (docs/design.md#container-life). */

/** What the server tells a runner to do: go on; save and exit, as it was paused; exit at once, as it is gone. */
export const directives = ['run', 'pause', 'exit'] as const;
export type Directive = (typeof directives)[number];
const directive = z.enum(directives);

/** Trades an execution's start code for the container's token. Can be repeated only with the same nonce. */
export const exchangeCode = z.strictObject({
  code: z.string().check(z.minLength(16), z.maxLength(200)),
  nonce,
  /** The protocol version that the runner speaks (`RUNNER_PROTOCOL` of its build); absent: 1. */
  protocol: z.optional(z.int()),
  /** The version of the image's runner. */
  version: z.optional(z.string().check(z.maxLength(VERSION_MAX))),
});
/**
 * The version of the protocol between runner and server, raised with each change that the other side must know about. A
 * server keeps working with runners from `OLDEST_RUNNER_PROTOCOL` on, and asks older ones to save and exit.
 */
export const RUNNER_PROTOCOL = 1;
export const OLDEST_RUNNER_PROTOCOL = 1;

export const exchanged = z.object({
  token: z.string(),
  containerId: id,
  projectId: id,
  /** Rises with every start of the container; carried in the token. */
  epoch: z.number(),
  /** Between two heartbeats; several may get lost before the lease does. */
  heartbeatSeconds: z.number(),
  /** How long a runner that waits for nothing but a decision stays before it saves and exits. */
  freeWaitSeconds: z.number(),
  /** How long a runner with nothing to do stays. */
  idleSeconds: z.number(),
  taskLimitSeconds: z.number(),
  /** How long the agent may be silent before the task says so, and before the agent is ended. */
  silentSeconds: z.optional(z.number()),
  silentLimitSeconds: z.optional(z.number()),
  /** Whether agents may be told to ask before they read, too. */
  asksBeforeReading: z.optional(z.boolean()),
  /** Null where the deployment has no model. Sent here because others may read an execution's environment. */
  model: z.nullable(modelEndpoint),
  modelAllowance: z.optional(modelAllowance),
});
export type Exchanged = z.infer<typeof exchanged>;

export const agentRepository = z.object({
  id,
  owner: z.string(),
  name: z.string(),
  /** `https://github.com/owner/name.git`. */
  cloneUrl: z.string(),
  isPrivate: z.boolean(),
  hasToken: z.boolean(),
});
export type AgentRepository = z.infer<typeof agentRepository>;

export const agentMessage = z.object({ id, text: z.string(), createdAt: timestamp });
export type AgentMessage = z.infer<typeof agentMessage>;

export const claimedTask = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  projectName: z.string(),
  /** Fences every write about this task: the next claim has a higher one. */
  epoch: z.number(),
  leaseUntil: timestamp,
  agent: z.string(),
  branch: z.string(),
  repositories: z.array(agentRepository),
  /** Items that asked for approval in an earlier run and are not `executed` yet. Empty on a first run. */
  openItems: z.array(openItem),
  /** True when an earlier run worked on it; what is left of its work is in the checkpoint, if there is one. */
  resumed: z.boolean(),
  /** True when its owner has reopened it since its checkpoint was saved. */
  reopened: z.optional(z.boolean()),
  checkpoint: z.nullable(checkpointPointer),
  messages: z.array(agentMessage),
  /** The settings that its project's owner chose. */
  settings: z.optional(
    z.object({
      baseBranch: z.nullable(z.string()),
      folder: z.nullable(z.string()),
      setupCommand: z.nullable(z.string()),
      /** True when its owner has already approved this very command. */
      isSetupApproved: z.boolean(),
      hasVariables: z.boolean(),
      instructions: z.nullable(z.string()),
    }),
  ),
  /** What its commits say about who decides, and where the signed note goes. Servers of earlier versions send none. */
  evidence: z.optional(evidenceParameters),
  /** Null, or left out: its usage is not limited. */
  budget: z.optional(z.nullable(budgetLeft)),
  /** The model that its owner has chosen for it; left out: the one in the reply of the exchange. */
  model: z.optional(modelEndpoint),
  /** The name of a chosen model that the deployment does not have; no other model is used instead. */
  unknownModel: z.optional(z.string()),
});
export type ClaimedTask = z.infer<typeof claimedTask>;

export const claimReply = z.object({ directive, task: z.nullable(claimedTask) });

/** When Stop was last pressed. Whatever the owner said before that is no reason to go on. */
const stoppedAt = z.optional(timestamp);

/** What is wrong with the work on the task, and for how long it has been. */
export const runnerNotice = z.strictObject({
  kind: z.enum(noticeKinds),
  text: text('Notice', 1_000),
  forSeconds: z.number().check(z.gte(0), z.lte(7 * 24 * 60 * 60)),
});
export type RunnerNotice = z.infer<typeof runnerNotice>;

/** The runner's sign of life, with the task it works on (its lease is renewed) and the tokens its models have used. */
export const heartbeat = z.strictObject({
  taskId: z.optional(id),
  epoch: z.optional(z.number()),
  usage: z.optional(modelUsage),
  /** Null: nothing is wrong any more. Left out: unchanged. */
  notice: z.optional(z.nullable(runnerNotice)),
});
export const heartbeatReply = z.object({
  directive,
  /** The owner pressed Stop: end the turn. Repeated until acknowledged. */
  stop: z.boolean(),
  stoppedAt,
  leaseUntil: z.nullable(timestamp),
  modelAllowance: z.optional(modelAllowance),
  /** Budgets of the tasks that the call is about. */
  budgets: z.optional(z.array(z.object({ taskId: id, budget: z.nullable(budgetLeft) }))),
});

/** Held until an item is decided, a message or Stop arrives, the directive changes, there is work, or time is up. */
export const wait = z.strictObject({
  taskId: z.optional(id),
  epoch: z.optional(z.number()),
  itemIds: z.array(id).check(z.maxLength(WAIT_MAX_ITEMS)),
  /** True where the runner is idle and wants to know about claimable tasks. */
  forWork: z.optional(z.boolean()),
  timeoutSeconds: z.number().check(z.gte(0), z.lte(240)),
});
export const waitReply = z.object({
  directive,
  decisions: z.array(decision),
  messages: z.array(agentMessage),
  stop: z.boolean(),
  stoppedAt,
  work: z.boolean(),
});
export type WaitReply = z.infer<typeof waitReply>;

const webAddress = text('Address', 2_000).check(z.refine(isWebAddress, 'Not the address of a web page'));

/** The end of a task, with what it published. */
export const finishTask = z.strictObject({
  epoch: z.number(),
  status: z.enum(['completed', 'failed']),
  /** The completion item. */
  item: recordItem,
  branch: z.optional(z.nullable(text('Branch', 300))),
  commit: z.optional(z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$/)))),
  pullRequestUrl: z.optional(z.nullable(webAddress)),
  /** Pushed commits that their branches no longer have, and what is to be known of each, in sentences. */
  gone: z.optional(
    z
      .array(z.strictObject({ commit: z.string().check(z.regex(/^[0-9a-f]{40}$/)), text: text('Text', 1_000) }))
      .check(z.maxLength(GONE_MAX)),
  ),
});

/** The agent has received these messages, and Stop: they are not sent again. */
export const acknowledgeMessages = z.strictObject({
  epoch: z.number(),
  messageIds: z.array(id).check(z.maxLength(ACKNOWLEDGE_MAX)),
  stop: z.optional(z.boolean()),
  /** Which Stop: the `stoppedAt` that the server sent. One pressed later still holds. Left out: any. */
  stoppedAt: z.optional(timestamp.check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Not a time'))),
});

/** Asks for the values of a task's project. */
export const readVariables = z.strictObject({ epoch: z.number() });
/** For runners alone. Only values with `forAgent` may reach the agent's process. */
export const projectVariables = z.object({
  variables: z.array(z.object({ name: z.string(), value: z.string(), isSecret: z.boolean(), forAgent: z.boolean() })),
});
export type ProjectVariable = z.infer<typeof projectVariables>['variables'][number];

export const repositoryCredentials = z.object({ username: z.string(), token: z.nullable(z.string()) });

/** A piece of the log. Numbers rise by one within an execution; a number that is sent again is ignored. */
export const appendLogs = z.strictObject({
  seq: z.number().check(z.int(), z.gte(0)),
  text: text('Log', 64 * 1024),
});

/** Why an execution ends by itself. */
export const exitReasons = ['idle', 'paused', 'waiting', 'crashed', 'deleted'] as const;
export const reportExit = z.strictObject({
  reason: z.enum(exitReasons),
  message: z.optional(text('Message', 2_000)),
  taskId: z.optional(id),
  epoch: z.optional(z.number()),
  usage: z.optional(modelUsage),
});

/** True for `https://host/…`, and for `http:`, which the server accepts from its own git host alone. */
function isWebAddress(value: string): boolean {
  const isPlain = /^https?:\/\/[^\s\p{C}]+$/iu.test(value);
  return isPlain && toUrl(value) !== null;
}
