import * as z from 'zod/mini';

/** The kinds of things in an account export, in the order in which they are written. */
export const exportKinds = [
  'account',
  'project',
  'repository',
  'task',
  'item',
  'container',
  'log',
  'device',
  'notification',
  'rule',
  'usage',
  'audit',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/**
 * One thing in an export: as this API replies it, with its long fields whole; of a secret it says only whether there is
 * one. `kind` is one of `exportKinds`; read as text, so that an older page survives a newer server.
 */
export const exportedThing = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) });
export type ExportedThing = z.infer<typeof exportedThing>;
