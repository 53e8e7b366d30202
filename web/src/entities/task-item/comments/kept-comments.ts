import { useSyncExternalStore } from 'react';
import { draftsOf } from '../../../lib/drafts.ts';
import type { LineComment } from './line-comments.ts';

/** Comments belong to the exact bytes that they were written about. */
export interface Commented {
  id: string;
  hash: string;
}

const none: readonly LineComment[] = [];
const drafts = draftsOf<{ hash: string; comments: readonly LineComment[] }>(
  'comments',
  ({ hash, comments }) => typeof hash === 'string' && Array.isArray(comments),
);

/** The comments on a request, kept on this device until they are sent, and the function that changes them. */
export function useKeptComments(commented: Commented): readonly LineComment[] {
  return useSyncExternalStore(drafts.subscribe, () => keptComments(commented));
}

/** As they are now, whichever tab wrote them: what is on screen may be older. */
export function keptComments({ id, hash }: Commented): readonly LineComment[] {
  const kept = drafts.get(id);
  return kept?.hash === hash ? kept.comments : none;
}

/** Replaces the kept comments with these; an empty list deletes them. */
export function keepComments({ id, hash }: Commented, comments: readonly LineComment[]): void {
  if (comments.length === 0) drafts.delete(id);
  else drafts.set(id, { hash, comments });
}
