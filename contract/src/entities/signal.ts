import * as z from 'zod/mini';

export const signalKinds = ['project', 'repository', 'task', 'item', 'container'] as const;
export type SignalKind = (typeof signalKinds)[number];

/**
 * The document `signals/{uid}` (and `signals/{uid}/tasks/{taskId}`): "this changed", never what it became. Each change
 * is a blind write: it adds one to `count` and overwrites one of 20 slots. A reader that sees `count` rise by more than
 * the number of slots with a new nonce has missed something and refetches everything (docs/design.md#signals).
 */
export const signal = z.object({
  count: z.number(),
  slots: z.record(
    z.string(),
    z.object({
      /** One of `signalKinds`; read as text, so that an older page survives a newer server. */
      kind: z.string(),
      id: z.string(),
      taskId: z.optional(z.string()),
      nonce: z.string(),
    }),
  ),
});
export type Signal = z.infer<typeof signal>;
