/**
 * Firestore, in a thread of its own: it is as large as the rest of the app together and would block a phone's main thread
 * while it starts. It finds the session where the page's Firebase Authentication keeps it, in IndexedDB.
 */
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, indexedDBLocalPersistence, initializeAuth } from 'firebase/auth';
import {
  connectFirestoreEmulator,
  disableNetwork,
  doc,
  enableNetwork,
  type Firestore,
  initializeFirestore,
  onSnapshot,
} from 'firebase/firestore';
import type { PublicConfig } from '@countersign/contract';
import { emulatorUrl } from './emulator-url.ts';
import type { LiveOrder, LiveReport } from './live-messages.ts';

let database: Promise<Firestore>;
const stops = new Map<number, () => void>();

self.onmessage = ({ data: order }: MessageEvent<LiveOrder>) => {
  if (order.kind === 'start') database = openDatabase(order.config);
  else if (order.kind === 'network') void setNetwork(order.online);
  else if (order.kind === 'listen') listen(order.id, order.path).catch((error: unknown) => fail(order.id, error));
  else stop(order.id);
};

async function openDatabase({ firebase, emulators }: PublicConfig): Promise<Firestore> {
  const app = initializeApp(firebase);
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
  if (emulators) connectAuthEmulator(auth, emulatorUrl(emulators.auth).origin, { disableWarnings: true });
  const made = initializeFirestore(app, {});
  if (emulators) {
    const { hostname, port } = emulatorUrl(emulators.firestore);
    connectFirestoreEmulator(made, hostname, Number(port));
  }
  await auth.authStateReady();
  return made;
}

async function listen(id: number, path: string): Promise<void> {
  // Asked to stop while the database is still being opened.
  stops.set(id, () => undefined);
  const reference = doc(await database, path);
  if (!stops.has(id)) return;
  const unsubscribe = onSnapshot(
    reference,
    { includeMetadataChanges: true },
    (snapshot) => report({ id, kind: 'document', data: snapshot.data(), fromCache: snapshot.metadata.fromCache }),
    (error) => fail(id, error),
  );
  stops.set(id, unsubscribe);
}

function stop(id: number): void {
  stops.get(id)?.();
  stops.delete(id);
}

/** Tells Firestore about the network: by itself it waits up to a minute before it tries again. */
async function setNetwork(online: boolean): Promise<void> {
  await disableNetwork(await database);
  if (online) await enableNetwork(await database);
}

function fail(id: number, error: unknown): void {
  report({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

const report = (message: LiveReport) => self.postMessage(message);
