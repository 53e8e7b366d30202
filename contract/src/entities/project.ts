import * as z from 'zod/mini';
import { agentKind } from './agent-kinds.ts';
import { PROJECT_STATUS_DEFAULT } from '../lib/constants.ts';
import { id, line, modelName, requiredText, text, timestamp } from '../lib/primitives.ts';
import { repository } from './repository.ts';
import { task } from './task.ts';

/** Statuses with a style of their own; any other text is allowed and shown neutrally. */
export const projectStatuses = ['active', 'completed', 'paused'] as const;

export const project = z.object({
  id,
  userId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.string(),
  autoCreateContainers: z.boolean(),
  /** The agent chosen for this project; null: the deployment's default. */
  agent: z.nullable(z.string()),
  /** The model chosen for this project's tasks, by the deployment's name for it; null: the deployment's default. */
  model: z.nullable(z.string()),
  /** The branch that work begins on and pull requests go to; null: each repository's default. */
  baseBranch: z.nullable(z.string()),
  /** The part of the repository that its tasks are about, e.g. `packages/app`; null: all of it. */
  folder: z.nullable(z.string()),
  /** Run in a task's files before its agent begins, once approved. */
  setupCommand: z.nullable(z.string()),
  /** Environment variables for that command. Their values are never sent back. */
  variables: z.array(z.object({ name: z.string(), isSecret: z.boolean(), forAgent: z.boolean() })),
  /** Given to every agent first, as the words of the project's owner. */
  instructions: z.nullable(z.string()),
  taskCount: z.number(),
  /** Tasks in awaiting_approval. */
  pendingApprovalCount: z.number(),
  repositoryCount: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Absent with `?view=summary`. */
  repositories: z.optional(z.array(repository)),
  tasks: z.optional(z.array(task)),
});
export type Project = z.infer<typeof project>;

const name = line('Name', 100);
const description = z.nullable(text('Description', 5_000));
const status = line('Status', 40);

/** What git accepts as a branch name. */
const branch = line('Base branch', 200).check(
  z.regex(/^(?![-/.@])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\s~^:?*[\\]+(?<![/.])$/, 'Not the name of a branch'),
);
/** A path below a repository's root, such as `packages/app`. */
const folder = line('Folder', 500).check(
  z.regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\]+$/, 'A folder of the repository, such as packages/app'),
);

/** A new project: name up to 100 characters, status any text up to 40. */
export const createProject = z.strictObject({
  name,
  description: z.optional(description),
  status: z._default(status, PROJECT_STATUS_DEFAULT),
  autoCreateContainers: z._default(z.boolean(), false),
  agent: z.optional(z.nullable(agentKind)),
  model: z.optional(z.nullable(modelName)),
});
export type CreateProject = z.input<typeof createProject>;

/** A change of a project or its settings: at least one field. */
export const updateProject = z
  .strictObject({
    name: z.optional(name),
    description: z.optional(description),
    status: z.optional(status),
    autoCreateContainers: z.optional(z.boolean()),
    agent: z.optional(z.nullable(agentKind)),
    /** One of the models of `GET /api/config`; each task uses it from the next start of its agent on. */
    model: z.optional(z.nullable(modelName)),
    baseBranch: z.optional(z.nullable(branch)),
    folder: z.optional(z.nullable(folder)),
    setupCommand: z.optional(z.nullable(requiredText('Setup command', 4_000))),
    instructions: z.optional(z.nullable(requiredText('Instructions', 10_000))),
  })
  .check(z.refine((value) => Object.keys(value).length > 0, 'Nothing to change'));
export type UpdateProject = z.input<typeof updateProject>;

/** Environment variables of one project. */
export const VARIABLES_MAX = 50;
/** Names that decide which programs are found and whether agents must ask: setting one would change that. */
const reserved =
  /^(?:PATH|HOME|TMPDIR|SHELL|USER|BASH_ENV|ENV|IFS|NODE_OPTIONS|(?:LD|DYLD|GIT|OPENCODE|ANTHROPIC|CLAUDE|CODEX|GEMINI_CLI|COUNTERSIGN|SETUP)_.*|(?:https?|no|all)_proxy)$/i;

/** An environment variable for a project's setup command; null removes it. */
export const setVariable = z.strictObject({
  name: z.string().check(
    z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, 'A name has letters, digits and underscores, at most 40'),
    z.refine((name: string) => !reserved.test(name), 'This name is reserved'),
  ),
  value: z.nullable(
    text('Value', 8_000).check(
      z.minLength(1, 'Value is required'),
      z.refine(
        (value: string) => !value.includes('\0'),
        'Value contains a character that an environment variable cannot hold',
      ),
    ),
  ),
  /**
   * Masked wherever the runner would show it, if it has at least 8 characters: a shorter value matches too much else.
   */
  isSecret: z._default(z.boolean(), true),
  /** The agent's process gets it, too. */
  forAgent: z._default(z.boolean(), false),
});
export type SetVariable = z.input<typeof setVariable>;
