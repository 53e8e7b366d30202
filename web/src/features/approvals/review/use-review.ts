import type { Approval } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { completeItemQuery } from '../../../entities/task-item/complete-item-query.ts';
import { describeContent, type ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { outlineOf } from '../../../entities/task-item/seen/outline.ts';
import { seenRecordOf } from '../../../entities/task-item/seen/seen-record.ts';
import { useOnline } from '../../../lib/device/use-online.ts';
import type { Decidable } from '../decided.ts';
import { useIsKept } from '../offline/kept-decisions.ts';
import { useSecondTap } from '../press-guards/use-second-tap.ts';
import { type KeptEdits, type PublishEdits, usePublishEdits } from './kept-edits.ts';

/** The fields of an item that a review needs; approvals and the items of a timeline both have them. */
export type Reviewable = Omit<Approval, 'task' | 'submittedAt'>;

/** Whether what is shown was fetched in this session, is being fetched, or could not be. */
export type Freshness = 'fresh' | 'fetching' | 'last-seen';

/**
 * One person's view of one request: what is on screen, whether it is complete, and what may be decided now. Content
 * kept from an earlier session is shown, but cannot be decided. `kept`: where edits outlive the card.
 */
export function useReview(item: Reviewable, taskId: string, freshness: Freshness, kept?: KeptEdits) {
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // A long queue leaves out the contents of later requests: each is fetched when it comes on screen.
  const isLeftOut = freshness === 'fresh' && item.truncated && hasNoBody(item);
  const [hasStood, setStood] = useState(false);
  const isWanted = wasOpened || (isLeftOut && hasStood);
  const complete = useQuery({ ...completeItemQuery(item.id), enabled: isWanted && item.truncated });

  // An older version of it may have been opened before: only the one with the list's hash is being decided.
  const opened = complete.data?.hash === item.hash ? complete.data : undefined;
  const shown = opened ?? item;
  const subject = describeContent(shown);
  const [edits, setEdits] = usePublishEdits(item, subject.kind === 'publish' ? subject.publish : null, kept);
  const mustBeOpened = item.truncated && !opened;
  const isFetchingBody = isLeftOut && mustBeOpened && (!hasStood || complete.isFetching);
  const record = seenRecordOf({ id: item.id, hash: item.hash, truncated: mustBeOpened });
  const isSeen = useSyncExternalStore(record.subscribe, record.isComplete);
  const asked = subject.kind === 'elicitation' ? subject.asked : null;
  const isKept = useIsKept(item.id);
  // An answer, or content that is not on screen, is not kept for later.
  const isKeepable = asked === null && freshness === 'fresh' && !isFetchingBody;
  const missing = online || isKeepable ? notDecidable[freshness] : 'You need a network to decide.';
  const unavailable = isKept ? 'You have decided this. Your decision is sent when the network is back.' : missing;

  const secondTap = useSecondTap(item);
  const unapprovable = unavailable ?? whyNotApproved(mustBeOpened, edits);
  return {
    shown,
    subject,
    /** The question to be answered instead of approved; null for a request for approval. */
    asked,
    /** What of it was in the viewport, and what must have been. */
    record,
    required: outlineOf(shown, subject, edits),
    decidable: { id: item.id, taskId, hash: item.hash } satisfies Decidable,
    /** Why it cannot be decided now, or null. */
    unavailable,
    /** Why it cannot be approved now, or null; unseen content is reported separately. */
    unapprovable,
    /** Nothing prevents approving it, and all of it has been seen. */
    canApprove: asked === null && unapprovable === null && isSeen,
    mustBeOpened,
    /** It can be decided in a moment: not worth a message yet. */
    isSettling: online && (freshness === 'fetching' || isFetchingBody),
    /** Call this once its card has come on screen to stay. */
    comeUp: () => setStood(true),
    /** Its card has come on screen to stay, now or before. */
    hasStood,
    edits,
    setEdits,
    /** The edits that change something, to be sent along. */
    changedEdits: Object.keys(edits).length > 0 ? edits : undefined,
    /** A high-risk approval may need a second tap. */
    secondTap,
    isOpen,
    wasOpened,
    open: () => {
      setWasOpened(true);
      setOpen(true);
      if (complete.data && !opened) void complete.refetch();
    },
    close: () => setOpen(false),
    loading: mustBeOpened && complete.isLoading,
    error: complete.error,
    retry: () => void complete.refetch(),
  };
}
export type Review = ReturnType<typeof useReview>;

/** Whether a request shows lines of a change. */
export const isCommentable = ({ kind }: ItemSubject) => kind === 'publish' || kind === 'edits';

/** Content on screen for less than this, in milliseconds, is being scrolled past. */
export const STANDS_MS = 150;

const hasNoBody = ({ content, toolParameters, fileContent }: Reviewable) =>
  content === null && (toolParameters ?? null) === null && fileContent === null;

const notDecidable: Record<Freshness, string | null> = {
  fresh: null,
  fetching: 'From your last visit; loading the latest.',
  'last-seen': 'From your last visit. Refresh to decide.',
};

function whyNotApproved(mustBeOpened: boolean, edits: PublishEdits): string | null {
  if (mustBeOpened) return 'Open the complete content before you approve.';
  return edits.title?.trim() === '' ? 'The pull request needs a title.' : null;
}
