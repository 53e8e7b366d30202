import type { Approval } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { completeItemQuery } from '../../lib/complete-item-query.ts';
import { useOnline } from '../../lib/use-online.ts';
import { describeContent } from '../../ui/content/describe-content.ts';
import type { Decidable } from './decided.ts';
import { type KeptEdits, type PublishEdits, usePublishEdits } from './kept-edits.ts';

/** What a review needs of an item; approvals and the items of a timeline both have it. */
export type Reviewable = Omit<Approval, 'task' | 'submittedAt'>;

/** Whether the server said in this session what is shown, is being asked, or could not be asked. */
export type Freshness = 'fresh' | 'fetching' | 'last-seen';

/**
 * One person looking at one request: what is on screen, whether it is all of it, and what may be decided now.
 * Bytes out of a store of an earlier session are shown, but not decided about. `kept`: where edits outlive the card.
 */
export function useReview(item: Reviewable, taskId: string, freshness: Freshness, kept?: KeptEdits) {
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [edits, setEdits] = usePublishEdits(item, kept);
  const complete = useQuery({ ...completeItemQuery(item.id), enabled: wasOpened });

  // An older version of it may have been opened before: only what has the hash of the list is what is decided about.
  const opened = complete.data?.hash === item.hash ? complete.data : undefined;
  const shown = opened ?? item;
  const subject = describeContent(shown);
  const mustBeOpened = item.truncated && !opened;
  const unavailable = online ? notDecidable[freshness] : 'You are offline. Deciding needs the network.';

  return {
    shown,
    subject,
    decidable: { id: item.id, taskId, hash: item.hash } satisfies Decidable,
    /** Why nothing can be decided now, or null. */
    unavailable,
    /** Why it cannot be approved now, or null. */
    unapprovable: unavailable ?? whyNotApproved(mustBeOpened, edits),
    mustBeOpened,
    /** It can be decided in a moment: not worth a word yet. */
    isSettling: online && freshness === 'fetching',
    edits,
    setEdits,
    /** The edits that change something, to be sent along. */
    changedEdits: subject.kind === 'publish' ? changedFrom(subject.publish, edits) : undefined,
    isOpen,
    open: () => {
      setWasOpened(true);
      setOpen(true);
      if (complete.data && !opened) void complete.refetch();
    },
    close: () => setOpen(false),
    loading: complete.isLoading,
    error: complete.error,
    retry: () => void complete.refetch(),
  };
}
export type Review = ReturnType<typeof useReview>;

const notDecidable: Record<Freshness, string | null> = {
  fresh: null,
  fetching: 'This is what was last seen. The latest is being fetched.',
  'last-seen': 'This is what was last seen. Refresh to decide.',
};

function whyNotApproved(mustBeOpened: boolean, edits: PublishEdits): string | null {
  if (mustBeOpened) return 'Open the complete content before you approve.';
  return edits.title?.trim() === '' ? 'The pull request needs a title.' : null;
}

/** Only what differs from what the agent proposed; undefined when nothing does. */
export function changedFrom(proposed: Required<PublishEdits>, edits: PublishEdits): PublishEdits | undefined {
  const changed: PublishEdits = {};
  if (edits.title !== undefined && edits.title !== proposed.title) changed.title = edits.title;
  if (edits.body !== undefined && edits.body !== proposed.body) changed.body = edits.body;
  return Object.keys(changed).length > 0 ? changed : undefined;
}
