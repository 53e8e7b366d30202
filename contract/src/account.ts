import * as z from 'zod/mini';

/** What an export of an account consists of, in its order. */
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
 * One thing of an export: as this API tells it, long fields whole; of secrets it holds no more than whether there are any. `kind` is
 * one of `exportKinds`; read as text, so that an older page survives a newer server.
 */
export const exportedThing = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) });
export type ExportedThing = z.infer<typeof exportedThing>;
