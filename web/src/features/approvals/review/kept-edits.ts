import type { ApproveItem } from '@countersign/contract';
import { useEffect, useState } from 'react';
import { type Drafts, draftsOf } from '../../../lib/drafts.ts';

/** A pull request's title and text as changed by a person. */
export type PublishEdits = NonNullable<ApproveItem['edits']>;

/** The edits of publish requests, by item id; each is valid only for the content (hash) it was written about. */
export type KeptEdits = Pick<Drafts<{ hash: string; edits: PublishEdits }>, 'get' | 'set'> &
  Partial<Pick<Drafts<object>, 'subscribe'>>;

const none: PublishEdits = {};

/**
 * The person's edits, kept while their cards come and go: also of a decided request, because a decision can be taken
 * back or undone.
 */
export const keptEdits: KeptEdits = draftsOf('edits', ({ hash, edits }) => typeof hash === 'string' && areEdits(edits));

const areEdits = (stored: PublishEdits | undefined) =>
  typeof stored === 'object' &&
  [stored.title, stored.body].every((one) => one === undefined || typeof one === 'string');

/**
 * The edits of one request, the same in all tabs, and the function that changes them; without `kept` they are lost with
 * its card. Text that equals the agent's again is no edit: it must have been seen, and is not sent.
 */
export function usePublishEdits(
  { id, hash }: { id: string; hash: string },
  proposed: Required<PublishEdits> | null,
  kept?: KeptEdits,
) {
  const [held, setHeld] = useState(() => kept?.get(id));
  // Otherwise what is typed in one tab would replace what another has written since.
  useEffect(() => kept?.subscribe?.(() => setHeld(kept.get(id))), [kept, id]);
  const edits = held?.hash === hash && proposed !== null ? changedFrom(proposed, held.edits) : none;
  const setEdits = (changed: PublishEdits) => {
    setHeld({ hash, edits: changed });
    kept?.set(id, { hash, edits: changed });
  };
  return [edits, setEdits] as const;
}

function changedFrom(proposed: Required<PublishEdits>, { title, body }: PublishEdits): PublishEdits {
  return {
    ...(title !== undefined && title !== proposed.title && { title }),
    ...(body !== undefined && body !== proposed.body && { body }),
  };
}
