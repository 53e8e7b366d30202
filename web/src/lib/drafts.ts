import { OWN_KEPT_PREFIX, withoutRoom } from './auth/session-traces.ts';
import { storageListeners } from './device/storage-listeners.ts';

/** Drafts that were not touched for this long are about something that is over. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What somebody has typed and not sent, by what it belongs to. */
export interface Drafts<Draft> {
  get(id: string): Draft | undefined;
  set(id: string, draft: Draft): void;
  delete(id: string): void;
  /** The id of the draft that was written last, among those that `isAskedFor`. */
  newest(isAskedFor: (id: string) => boolean): string | undefined;
  /** For `useSyncExternalStore`: changes in all tabs. */
  subscribe(listener: () => void): () => void;
}

/**
 * Keeps drafts of one kind on this device: over a reload, an update and a crash of the tab, but not over a sign-out. Where
 * the device has no room for one, it is kept in this tab. `isDraft` tells them from what another version, or a person, has stored there.
 */
export function draftsOf<Draft extends object>(
  kind: string,
  isDraft: (stored: Partial<Draft>) => boolean,
): Drafts<Draft> {
  const prefix = `${OWN_KEPT_PREFIX}${kind}.`;
  const { subscribe, tell } = storageListeners();
  /** Read again only when the stored text has changed. */
  const known = new Map<string, { text: string; draft: Draft | undefined }>();

  const parsed = (text: string): (Draft & { at?: number }) | undefined => {
    try {
      const stored = JSON.parse(text) as Draft;
      return isDraft(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  };
  const isOurs = (key: string) => key.startsWith(prefix);
  const textAt = (key: string) => withoutRoom.get(key) ?? localStorage.getItem(key);
  const writtenAt = (key: string) => parsed(textAt(key) ?? '')?.at ?? 0;
  const forgetOld = () => {
    for (const key of Object.keys(localStorage).filter(isOurs)) {
      if (writtenAt(key) < Date.now() - KEPT_MS) localStorage.removeItem(key);
    }
  };
  return {
    get(id) {
      const text = textAt(prefix + id);
      if (text === null) return undefined;
      const before = known.get(id);
      if (before?.text === text) return before.draft;
      const draft = parsed(text);
      known.set(id, { text, draft });
      return draft;
    },
    set(id, draft) {
      const text = JSON.stringify({ ...draft, at: Date.now() });
      withoutRoom.delete(prefix + id);
      try {
        localStorage.setItem(prefix + id, text);
      } catch (error) {
        withoutRoom.set(prefix + id, text);
        console.error('A draft could not be kept', error);
      }
      forgetOld();
      tell();
    },
    delete(id) {
      withoutRoom.delete(prefix + id);
      localStorage.removeItem(prefix + id);
      tell();
    },
    newest(isAskedFor) {
      const keys = new Set([...Object.keys(localStorage), ...withoutRoom.keys()]);
      const asked = [...keys].filter((key) => isOurs(key) && isAskedFor(key.slice(prefix.length)));
      const [first] = asked.toSorted((a, b) => writtenAt(b) - writtenAt(a));
      return first?.slice(prefix.length);
    },
    subscribe,
  };
}
