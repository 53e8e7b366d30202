import * as contract from '@countersign/contract';
import type { Query } from 'firebase-admin/firestore';
import { parse, type $ZodType } from 'zod/v4/core';
import { iso } from '../documents/time.ts';
import { toContainerReply } from '../replies/container-reply.ts';
import { toDeviceReply } from '../replies/device-reply.ts';
import { toProjectReply } from '../replies/project-reply.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';
import { toRuleReply } from '../replies/rule-reply.ts';
import { toTaskReply } from '../replies/task-reply.ts';
import { list } from '../store/data.ts';
import { containerLogs } from '../store/firestore.ts';
import * as queries from '../store/queries.ts';
import { toCompleteReply } from '../task-items/read-item.ts';

type Data = contract.ExportedThing['data'];

/** Where one kind of thing comes from, and how it is exported; null: nothing to export of it. */
export interface Source<T extends { id: string }> {
  query(userId: string): Query<T>;
  tell(document: T): Promise<Data | null>;
}

/** Checks the types of a source against each other, then drops them: all sources are read alike. */
const source = <T extends { id: string }>(query: Source<T>['query'], tell: Source<T>['tell']) =>
  ({ query, tell }) as unknown as Source<{ id: string }>;

/** As in every reply, nothing leaves that the contract does not declare. */
const declared = (schema: $ZodType, reply: unknown) => parse(schema, reply) as Data;

/** Everything stored of a user, except secrets and what expires by itself within a day. */
export const sources: Record<contract.ExportKind, Source<{ id: string }>> = {
  account: source(
    queries.accountOf,
    async ({ id, email, displayName, photoURL, countersignature, createdAt, lastLoginAt }) => ({
      id,
      email,
      displayName,
      photoURL,
      countersignature,
      createdAt: iso(createdAt),
      lastLoginAt: iso(lastLoginAt),
    }),
  ),
  project: source(queries.userProjects, async (project) => declared(contract.project, toProjectReply(project))),
  repository: source(queries.userRepositories, async (repository) =>
    declared(contract.repository, toRepositoryReply(repository)),
  ),
  task: source(queries.userTasks, async (task) => ({
    ...declared(contract.task, toTaskReply(task)),
    savedState: task.checkpoint && { size: task.checkpoint.size, sha256: task.checkpoint.sha256 },
  })),
  item: source(queries.userItems, async (item) => ({
    ...declared(contract.taskItem, await toCompleteReply(item)),
    decidedOn: item.decidedOn,
  })),
  container: source(queries.userContainers, async (container) =>
    declared(contract.container, toContainerReply(container)),
  ),
  log: source(queries.userContainers, async ({ id }) => {
    const chunks = (await list(containerLogs(id).limit(contract.LOG_CHUNKS))).sort((a, b) => a.number - b.number);
    return chunks.length === 0 ? null : { containerId: id, text: chunks.map(({ text }) => text).join('') };
  }),
  device: source(queries.userDevices, async (device) => declared(contract.device, toDeviceReply(device))),
  // Without its id, which only the notified device may know.
  notification: source(
    queries.userPushes,
    async ({ deviceId, projectId, event, subjectId, outcome, detail, createdAt }) => ({
      deviceId,
      projectId,
      event,
      subjectId,
      outcome,
      detail,
      createdAt: iso(createdAt),
    }),
  ),
  rule: source(queries.userRules, async (rule) => declared(contract.rule, toRuleReply(rule))),
  usage: source(queries.userUsageDays, async ({ day, starts, runMs, inputTokens, outputTokens, others }) => ({
    day,
    starts,
    runSeconds: Math.round(runMs / 1000),
    inputTokens,
    outputTokens,
    ...(others && {
      otherAccounts: { starts: others.starts, runSeconds: Math.round(others.runMs / 1000), tokens: others.tokens },
    }),
  })),
  audit: source(queries.userAuditEvents, async ({ id, actor, action, subjectId, detail, createdAt, chain }) => ({
    id,
    actor,
    action,
    subjectId,
    detail,
    createdAt: iso(createdAt),
    // A link of a task's chain, which dev/evidence/verify.mjs checks.
    ...(chain && { chain }),
  })),
};
