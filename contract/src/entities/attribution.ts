import * as z from 'zod/mini';

/**
 * How a step is tied to a changed file: it was approved with this file and its content (`declared`), or the file
 * changed `while` it ran, by it or by something else. A file with neither tie has changed outside of any approved step.
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

const files = { files: z.number(), listed: z.array(z.string()) };
/** The names of as many files as fit; `files` counts all of them. */
export const countedFiles = z.object(files);

/**
 * Which steps the files of a change belong to, as far as the runner knows (docs/design.md#every-change-accounted-for).
 */
export const attribution = z.object({
  /** Changed files in all. */
  files: z.number(),
  /** Changed outside of any approved step; first those that can run, or that decide what runs. */
  outside: countedFiles,
  /** Files that belong to the same steps, in one entry; files of many steps are only counted in `files`. */
  within: z.array(z.object({ ...files, steps: z.array(attributedStep), moreSteps: z.number() })),
  /** Steps that were rejected although their change is present, with the files it is in. */
  rejected: z.array(z.object({ id: z.string(), title: z.string(), listed: z.array(z.string()) })),
  /** What a person must know about how exact this is. */
  notes: z.array(z.string()),
});
export type Attribution = z.infer<typeof attribution>;
