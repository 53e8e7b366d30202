import { useSyncExternalStore } from 'react';
import { OWN_KEPT_PREFIX } from '../../../lib/auth/session-traces.ts';
import { storageListeners } from '../../../lib/device/storage-listeners.ts';
import type { LineComment } from './line-comments.ts';

/** Comments belong to the exact bytes that they were written about. */
export interface Commented {
  id: string;
  hash: string;
}

interface Kept {
  hash: string;
  /** When it was last changed. */
  at: number;
  comments: LineComment[];
}

const PREFIX = `${OWN_KEPT_PREFIX}comments.`;
/** Comments that were not touched for this long are about something already decided. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const none: readonly LineComment[] = [];
const { subscribe, tell } = storageListeners();
/** Read again only when the stored text has changed. */
const known = new Map<string, { text: string; kept: Kept | null }>();

/** The comments on a request, kept on this device until they are sent, and the function that changes them. */
export function useKeptComments(item: Commented): readonly LineComment[] {
  return useSyncExternalStore(subscribe, () => keptComments(item));
}

function keptComments({ id, hash }: Commented): readonly LineComment[] {
  const text = localStorage.getItem(PREFIX + id);
  if (text === null) return none;
  const before = known.get(id);
  const kept = before?.text === text ? before.kept : parsed(text);
  if (before?.text !== text) known.set(id, { text, kept });
  return kept?.hash === hash ? kept.comments : none;
}

/** Replaces the kept comments with these; an empty list deletes them. */
export function keepComments({ id, hash }: Commented, comments: readonly LineComment[]): void {
  if (comments.length === 0) localStorage.removeItem(PREFIX + id);
  else localStorage.setItem(PREFIX + id, JSON.stringify({ hash, at: Date.now(), comments }));
  forgetOld();
  tell();
}

function forgetOld(): void {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const { at = 0 } = parsed(localStorage.getItem(key) ?? '') ?? {};
    if (at < Date.now() - KEPT_MS) localStorage.removeItem(key);
  }
}

function parsed(text: string): Kept | null {
  try {
    const kept = JSON.parse(text) as Kept;
    return typeof kept.hash === 'string' && Array.isArray(kept.comments) ? kept : null;
  } catch {
    return null;
  }
}
