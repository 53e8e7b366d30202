import * as z from 'zod/mini';
import { attribution, countedFiles } from './attribution.ts';
import { evidenceParameters } from './evidence.ts';

/** Shapes of `toolParameters` that a person decides about and that a page shows as more than JSON. */

/** A change of a file. `oldText` is null for a file that did not exist. */
export const editParameters = z.object({
  path: z.string(),
  oldText: z.nullable(z.string()),
  newText: z.string(),
  /** True if the new text is blank but the runner has seen that the texts are a passage, and that the file holds more. */
  isPassage: z.optional(z.boolean()),
});
export type EditParameters = z.infer<typeof editParameters>;

/** White space, and characters of no width: a file with nothing else has lost its content. */
export const isBlankText = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/** Changes of several files in one step. An edit with further fields does not match: it would be shown without them. */
export const severalEdits = z.object({
  edits: z.array(z.strictObject(editParameters.shape)).check(z.minLength(1)),
});

/** A command as the agent wants to run it: a line for a shell, or program and arguments. */
export const commandParameters = z.object({
  command: z.union([z.string(), z.array(z.string())]),
  cwd: z.optional(z.nullable(z.string())),
});
export type CommandParameters = z.infer<typeof commandParameters>;

/**
 * What a runner has found of a request's names: where links of the workspace lead, which of them are folders (these end
 * with a `/`), and what a shell puts in the place of a pattern. It lets no agent say this itself.
 */
export const leadsTo = z.array(
  z.union([z.string(), z.strictObject({ pattern: z.string(), names: z.array(z.string()) })]),
);
export type LeadsTo = z.infer<typeof leadsTo>;

/**
 * Program and arguments as one would type them, which is how they are shown and judged; special characters are quoted.
 */
export function commandLine({ command }: Pick<CommandParameters, 'command'>): string {
  if (typeof command === 'string') return command;
  return command.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`)).join(' ');
}

/**
 * A publish request: what will be pushed, and how the pull request will begin. The item's content is the summary of the
 * changes, its fileContent the complete patch.
 */
export const publishParameters = z.object({
  repositoryId: z.optional(z.string()),
  branch: z.string(),
  /** The branch that the pull request goes to. */
  base: z.optional(z.nullable(z.string())),
  commit: z.string(),
  /** Title and text of the pull request; a person may change them when approving. */
  title: z.string(),
  body: z.string(),
  /** Which approved steps the changed files belong to; absent from requests of earlier versions. */
  attribution: z.optional(attribution),
  /** The task's commit before this one, and the files that differ from it; absent for the first. */
  follows: z.optional(z.object({ commit: z.string(), changed: countedFiles })),
  /** What goes with the commit; absent from requests of earlier versions. */
  evidence: z.optional(evidenceParameters),
});
export type PublishParameters = z.infer<typeof publishParameters>;
