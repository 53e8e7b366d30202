import * as contract from '@countersign/contract';
import * as z from 'zod';
import type * as core from 'zod/v4/core';

export type JsonSchema = Record<string, unknown>;

/** The schemas with a name of their own in the document; all others are written out where they are used. */
const named = {
  Project: contract.project,
  Repository: contract.repository,
  Task: contract.task,
  TaskItem: contract.taskItem,
  TaskResult: contract.taskResult,
  Publication: contract.publication,
  Approval: contract.approval,
  Decision: contract.decision,
  DecisionSummary: contract.decisionSummary,
  RejectionReasons: contract.rejectionReasons,
  Precedent: contract.precedent,
  Container: contract.container,
  DashboardStats: contract.dashboardStats,
  LiveStatus: contract.liveStatus,
  ContainerLogs: contract.containerLogs,
  PublicConfig: contract.publicConfig,
  Usage: contract.usage,
  ExportedThing: contract.exportedThing,
  Health: contract.health,
  CreateProject: contract.createProject,
  UpdateProject: contract.updateProject,
  SetVariable: contract.setVariable,
  CreateRepository: contract.createRepository,
  CreateProjectRepository: contract.createProjectRepository,
  LinkRepository: contract.linkRepository,
  RepositoryAuth: contract.repositoryAuth,
  CreateTask: contract.createTask,
  UpdateTask: contract.updateTask,
  SendMessage: contract.sendMessage,
  ApproveItem: contract.approveItem,
  RejectItem: contract.rejectItem,
  AnswerItem: contract.answerItem,
  CreateContainer: contract.createContainer,
  Device: contract.device,
  RegisterDevice: contract.registerDevice,
  CreateWebhook: contract.createWebhook,
  UpdateDevice: contract.updateDevice,
  PushReceipt: contract.pushReceipt,
  Error: contract.errorReply,
} as const satisfies Record<string, core.$ZodType>;
export type SchemaName = keyof typeof named;

const names = z.registry<{ id: SchemaName }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id: id as SchemaName });

/** Collects the JSON Schemas of a document: each named schema is kept once, under `components.schemas`. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** The schema of a request (`input`: fields with defaults may be missing) or of a reply (`output`). */
  add(schema: core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' });
    const { $schema: _, $defs = {}, ...own } = made;
    for (const [name, definition] of Object.entries($defs)) this.components[name] ??= point(definition);
    return point(own);
  }
}

/** JSON Schema keeps definitions below `$defs`, OpenAPI below `components.schemas`. */
function point(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** The name of a schema in the document. */
export const nameOf = (schema: core.$ZodType): SchemaName | undefined => names.get(schema)?.id;

/** A named schema, for checking an example. */
export const schemaOf = (name: SchemaName): core.$ZodType => named[name];
