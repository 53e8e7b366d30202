// The JSON forms of google.cloud.run.v2 that this server understands. Unknown fields are kept and returned.
import * as z from 'zod';
import { RpcError } from './rpc-error.ts';

const envVar = z.looseObject({ name: z.string().min(1), value: z.string().optional() });
export type EnvVar = z.infer<typeof envVar>;

const container = z.looseObject({
  name: z.string().optional(),
  image: z.string().min(1),
  command: z
    .array(z.string())
    .max(0, 'this local server runs what it is configured with, and no other command')
    .optional(),
  args: z.array(z.string()).optional(),
  env: z.array(envVar).optional(),
});

const duration = z.string().regex(/^\d+(\.\d+)?s$/, 'a duration is written in seconds, like "600s"');

const taskTemplate = z.looseObject({
  containers: z.array(container).length(1, 'this local server runs exactly one container'),
  maxRetries: z.literal(0, 'this local server runs a task once: set maxRetries to 0').optional(),
  timeout: duration.optional(),
});
export type TaskTemplate = z.infer<typeof taskTemplate>;

export const jobInput = z.looseObject({
  template: z.looseObject({
    taskCount: z.union([z.literal(0), z.literal(1)], 'this local server runs one task an execution').optional(),
    template: taskTemplate,
  }),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
type JobInput = z.infer<typeof jobInput>;

export const runJobInput = z.looseObject({
  overrides: z
    .looseObject({
      containerOverrides: z
        .array(
          z.looseObject({
            args: z.array(z.string()).optional(),
            clearArgs: z.boolean().optional(),
            env: z.array(envVar).optional(),
          }),
        )
        .max(1)
        .optional(),
      timeout: duration.optional(),
    })
    .optional(),
});
export type Overrides = NonNullable<z.infer<typeof runJobInput>['overrides']>;

export interface Condition {
  type: 'Ready' | 'Completed' | 'ResourcesAvailable' | 'ContainerReady' | 'Started';
  state: 'CONDITION_PENDING' | 'CONDITION_RECONCILING' | 'CONDITION_FAILED' | 'CONDITION_SUCCEEDED';
  message?: string;
  lastTransitionTime: string;
  reason?: 'CONTAINER_MISSING' | 'UNKNOWN';
  executionReason?: 'NON_ZERO_EXIT_CODE' | 'CANCELLED' | 'CANCELLING' | 'DELETED';
}

export interface Job extends JobInput {
  name: string;
  uid: string;
  generation: string;
  createTime: string;
  updateTime: string;
  executionCount: number;
  conditions: Condition[];
  terminalCondition: Condition;
  latestCreatedExecution?: { name: string; createTime: string };
  etag: string;
}

export interface Execution {
  name: string;
  uid: string;
  generation: string;
  job: string;
  createTime: string;
  startTime?: string;
  completionTime?: string;
  updateTime: string;
  parallelism: 1;
  taskCount: 1;
  template: TaskTemplate;
  reconciling: boolean;
  conditions: Condition[];
  runningCount: number;
  succeededCount: number;
  failedCount: number;
  cancelledCount: number;
  logUri: string;
  etag: string;
}

/** Parses what a client sent; throws INVALID_ARGUMENT naming every wrong field. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new RpcError(3, issues.join('; '));
}
