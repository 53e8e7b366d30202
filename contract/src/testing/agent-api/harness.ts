import type { TaskItem } from '../../entities/task-item.ts';

/** The parts of a test framework that the suite needs; vitest has them. */
export interface TestFramework {
  describe(name: string, fn: () => void): void;
  test(name: string, fn: () => Promise<void>): void;
  expect(
    value: unknown,
    message?: string,
  ): {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
  };
}

/** One agent API: the server's own, or a stand-in against which runners are tested. */
export interface Harness {
  /** A project with an owner, empty except for one container that has been started and has not called yet. */
  newWorld(): Promise<World>;
}

export interface World {
  /** Where the agent API is served. */
  url: string;
  containerId: string;
  /** For the exchange of the container's first execution. */
  startCode: string;
  /** Starts the container again after its execution has reported its exit; resolves with the new start code. */
  restart(): Promise<string>;
  owner: Owner;
}

/** What a person does and sees. */
export interface Owner {
  addTask(fields: { title: string; description?: string; priority?: number }): Promise<string>;
  /** A repository of the project, with or without a token. */
  addRepository(token: string | null): Promise<string>;
  approve(itemId: string, edits?: { title?: string; body?: string }): Promise<void>;
  reject(itemId: string, reason: string): Promise<void>;
  /** Resolves with the message's id. */
  say(taskId: string, text: string): Promise<string>;
  stop(taskId: string): Promise<void>;
  reopen(taskId: string): Promise<void>;
  pause(): Promise<void>;
  deleteContainer(): Promise<void>;
  task(id: string): Promise<SeenTask>;
  item(id: string): Promise<SeenItem>;
  /** What the agent recorded for a task, in the order in which it was first sent. */
  items(taskId: string): Promise<SeenItem[]>;
  containerStatus(): Promise<string>;
  logs(): Promise<string>;
}

interface SeenTask {
  status: string;
  branch: string | null;
  commit: string | null;
  pullRequestUrl: string | null;
}

const seen = [
  'id',
  'parentId',
  'type',
  'title',
  'content',
  'toolName',
  'toolParameters',
  'toolResponse',
  'chatResponse',
  'fileContent',
  'needsApproval',
  'isApproved',
  'rejectionReason',
  'grant',
  'hash',
  'replacedBy',
] as const;
export type SeenItem = Pick<TaskItem, (typeof seen)[number]>;

/** An item as the suite compares it; missing fields are null. */
export function toSeenItem(item: Partial<SeenItem>): SeenItem {
  return Object.fromEntries(seen.map((field) => [field, item[field] ?? null])) as unknown as SeenItem;
}
