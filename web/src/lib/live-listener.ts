/** The live listener (design §7), in a chunk of its own with Firestore; loaded after the page has settled. */
import { signal, type Signal } from '@countersign/contract';
import { connectFirestoreEmulator, doc, type Firestore, initializeFirestore, onSnapshot } from 'firebase/firestore';
import { type News, newsBetween } from './changes.ts';
import { emulatorUrl, loadConfig } from './config.ts';
import { firebaseApp } from './firebase-app.ts';

export interface LiveHandlers {
  /** Called for what changed since the listener began, and with 'everything' after a gap. */
  onNews: (news: News) => void;
  /** True while the server is heard; false offline, or when it refuses. */
  onConnected: (connected: boolean) => void;
}

let database: Promise<Firestore> | undefined;

/** Listens to the document at `path` (`signals/{uid}`, `signals/{uid}/tasks/{taskId}`). Returns the way to stop. */
export async function listen(path: string, handlers: LiveHandlers): Promise<() => void> {
  database ??= openDatabase();
  const reference = doc(await database, path);
  let seen: Signal | null = null;
  return onSnapshot(
    reference,
    { includeMetadataChanges: true },
    (snapshot) => {
      if (snapshot.metadata.fromCache) return handlers.onConnected(false);
      handlers.onConnected(true);
      const now = parse(snapshot.data());
      const news = seen ? newsBetween(seen, now) : firstNews(path, now);
      seen = now;
      sessionStorage.setItem(`countersign.live.${path}`, String(now.count));
      if (news.kind !== 'nothing') handlers.onNews(news);
    },
    (error) => {
      console.error('Live updates are off', error);
      handlers.onConnected(false);
    },
  );
}

async function openDatabase(): Promise<Firestore> {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const made = initializeFirestore(app, {});
  if (config.emulators) {
    const { hostname, port } = emulatorUrl(config.emulators.firestore);
    connectFirestoreEmulator(made, hostname, Number(port));
  }
  return made;
}

/**
 * What the page fetched before the listener's first word may be older than that word: then everything is news. Not
 * when nothing has been counted since this tab listened last.
 */
function firstNews(path: string, now: Signal): News {
  const last = sessionStorage.getItem(`countersign.live.${path}`);
  return last === String(now.count) ? { kind: 'nothing' } : { kind: 'everything' };
}

/** A document that does not exist yet has counted nothing. */
function parse(data: unknown): Signal {
  const parsed = signal.safeParse(data);
  return parsed.success ? parsed.data : { count: 0, slots: {} };
}
