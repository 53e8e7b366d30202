import * as z from 'zod/mini';
import { id } from '../lib/primitives.ts';

/** The state of a pull request at GitHub; `unknown` where GitHub could not be asked. */
export const pullRequestStates = ['open', 'merged', 'closed', 'unknown'] as const;

export const pullRequest = z.object({
  number: z.nullable(z.number()),
  url: z.string(),
  /** One of `pullRequestStates`; read as text, so that an older page survives a newer server. */
  state: z.string(),
});
export type PullRequest = z.infer<typeof pullRequest>;

/** What changed, as git counts it; binary files have no line counts. */
export const changedFiles = z.object({
  files: z.number(),
  added: z.number(),
  removed: z.number(),
  /** The first of them, sorted by path. */
  listed: z.array(z.object({ path: z.string(), added: z.nullable(z.number()), removed: z.nullable(z.number()) })),
});
export type ChangedFiles = z.infer<typeof changedFiles>;

/** The signed note of a commit: where it was pushed to, or why it could not be. */
export const pushedNote = z.object({ ref: z.string(), problem: z.nullable(z.string()) });
export type PushedNote = z.infer<typeof pushedNote>;

/** One commit that was approved and pushed. */
export const publication = z.object({
  /** The publish request that allowed it. */
  itemId: id,
  /** Null if it has since been deleted or linked to another project. */
  repository: z.nullable(z.object({ id, owner: z.string(), name: z.string(), hasToken: z.boolean() })),
  branch: z.string(),
  commit: z.string(),
  pullRequest: z.nullable(pullRequest),
  /** Why there is no pull request. */
  problem: z.nullable(z.string()),
  /** False where none can be opened: there is no branch that it could go to. */
  canRetry: z._default(z.boolean(), true),
  /** What else is to be known of the pull request, in sentences. */
  remark: z._default(z.nullable(z.string()), null),
  changed: z.nullable(changedFiles),
  /** Null where none was promised. */
  note: z._default(z.nullable(pushedNote), null),
  /** What is to be known, in sentences, of a commit that its branch no longer has; null while it counts as published. */
  gone: z._default(z.nullable(z.string()), null),
});
export type Publication = z.infer<typeof publication>;

/** What a task produced, and the time it took. */
export const taskResult = z.object({
  /** Seconds for which its agent worked. */
  workedSeconds: z.number(),
  /** Seconds for which it waited for decisions. */
  waitedSeconds: z.number(),
  publications: z.array(publication),
});
export type TaskResult = z.infer<typeof taskResult>;
