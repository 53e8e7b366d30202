import * as z from 'zod/mini';

/**
 * How a step is tied to a changed file: it was approved with this file and its content (`declared`), or the file changed
 * `while` it ran, by it or by something else. What neither holds for has changed outside of any approved step.
 */
export const attributionWays = ['declared', 'while'] as const;

/** An approved step that a changed file belongs to. */
export const attributedStep = z.object({
  /** Its item. */
  id: z.string(),
  title: z.string(),
  /** One of `attributionWays`; read as text, so that an older page survives a newer runner. */
  how: z.string(),
});
export type AttributedStep = z.infer<typeof attributedStep>;

/** Files by name, as many as fit; all of them are counted. */
const files = { files: z.number(), listed: z.array(z.string()) };

/** To which steps the files of a change belong, as far as the runner knows (docs/design.md#every-change-accounted-for). */
export const attribution = z.object({
  /** Changed files in all. */
  files: z.number(),
  /** Changed outside of any approved step. */
  outside: z.object(files),
  /** Files that belong to the same steps, together; those of many steps are counted in `files` alone. */
  within: z.array(z.object({ ...files, steps: z.array(attributedStep), moreSteps: z.number() })),
  /** Steps that were rejected and whose change is there all the same, with the files in which it is. */
  rejected: z.array(z.object({ id: z.string(), title: z.string(), listed: z.array(z.string()) })),
  /** What a person must know of how exact this is. */
  notes: z.array(z.string()),
});
export type Attribution = z.infer<typeof attribution>;
