import type { Approval, ApproveItem } from '@countersign/contract';
import { useEffect, useState } from 'react';

/** A pull request's title and text as changed by a person. */
export type PublishEdits = NonNullable<ApproveItem['edits']>;

/** The edits of publish requests, by item id; each is valid only for the content (hash) it was written about. */
export type KeptEdits = Map<string, { hash: string; edits: PublishEdits }>;

const none: PublishEdits = {};

/** Keeps the edits while their cards come and go, until they are decided or their content changes. */
export function useKeptEdits(approvals: readonly Approval[] | undefined): KeptEdits {
  const [kept] = useState<KeptEdits>(() => new Map());
  useEffect(() => {
    if (!approvals) return;
    for (const [id, { hash }] of kept) {
      if (!approvals.some((approval) => approval.id === id && approval.hash === hash)) kept.delete(id);
    }
  }, [kept, approvals]);
  return kept;
}

/**
 * The edits of one request, and the function that changes them; without `kept` they are lost with its card. Text that
 * equals the agent's again is no edit: it must have been seen, and is not sent.
 */
export function usePublishEdits(
  { id, hash }: { id: string; hash: string },
  proposed: Required<PublishEdits> | null,
  kept?: KeptEdits,
) {
  const [held, setHeld] = useState(() => kept?.get(id));
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
