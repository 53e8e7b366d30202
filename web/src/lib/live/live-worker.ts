/**
 * Firestore, in a thread of its own: it is as large as the rest of the app together and would block a phone's main thread
 * while it starts. The page hands it the session, which it keeps in its local storage: workers have none.
 */
import { initializeApp } from 'firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, type Persistence } from 'firebase/auth';
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
import type { Session } from '../auth/firebase-auth.ts';
import { withoutIndexedDb } from '../auth/without-indexed-db.ts';
import { emulatorUrl } from '../server/emulator-url.ts';
import type { LiveOrder, LiveReport } from './live-messages.ts';
import { readBeside } from './second-reading.ts';

let config: PublicConfig;
let auth: Auth;
let database: Promise<Firestore>;
const stops = new Map<number, () => void>();

self.onmessage = ({ data: order }: MessageEvent<LiveOrder>) => {
  if (order.kind === 'start') database = openDatabase((config = order.config), order.session);
  else if (order.kind === 'network') void setNetwork(order.online);
  else if (order.kind === 'listen') listen(order.id, order.path).catch((error: unknown) => fail(order.id, error));
  else stop(order.id);
};

async function openDatabase({ firebase, emulators }: PublicConfig, session: Session | null): Promise<Firestore> {
  const app = initializeApp(firebase);
  auth = withoutIndexedDb(() => initializeAuth(app, { persistence: handedOver(session) }));
  if (emulators) connectAuthEmulator(auth, emulatorUrl(emulators.auth).origin, { disableWarnings: true });
  const made = initializeFirestore(app, {});
  if (emulators) {
    const { hostname, port } = emulatorUrl(emulators.firestore);
    connectFirestoreEmulator(made, hostname, Number(port));
  }
  await auth.authStateReady();
  return made;
}

/**
 * Where Firebase finds the session instead of in a browser's storage. What it asks of such a place is not in its types,
 * but the same in all of its own; the end-to-end tests of live updates would notice a change.
 */
function handedOver(session: Session | null): Persistence {
  class HandedOver {
    static readonly type = 'NONE';
    readonly type = 'NONE';
    _isAvailable = async () => true;
    _get = async (key: string) => (key.startsWith('firebase:authUser:') ? session : null);
    _set = async () => undefined;
    _remove = async () => undefined;
    _addListener = () => undefined;
    _removeListener = () => undefined;
  }
  return HandedOver;
}

async function listen(id: number, path: string): Promise<void> {
  // Asked to stop while the database is still being opened.
  stops.set(id, () => undefined);
  const reference = doc(await database, path);
  if (!stops.has(id)) return;
  let told: number | undefined;
  const subscribe = () =>
    onSnapshot(
      reference,
      { includeMetadataChanges: true },
      (snapshot) => {
        const { fromCache } = snapshot.metadata;
        if (!fromCache) told = Number(snapshot.get('count') ?? 0);
        report({ id, kind: 'document', data: snapshot.data(), fromCache });
      },
      (error) => fail(id, error),
    );
  let unsubscribe = subscribe();
  const listenAgain = () => {
    unsubscribe();
    unsubscribe = subscribe();
  };
  const stopReading = readBesideEmulator(path, () => told, listenAgain);
  stops.set(id, () => {
    stopReading();
    unsubscribe();
  });
}

function readBesideEmulator(path: string, told: () => number | undefined, onMissed: () => void): () => void {
  const { emulators, firebase } = config;
  if (!emulators) return () => undefined;
  const place = `/v1/projects/${firebase.projectId}/databases/(default)/documents/${path}`;
  const getToken = async () => auth.currentUser?.getIdToken();
  return readBeside({ url: new URL(place, emulatorUrl(emulators.firestore)), getToken, told, onMissed });
}

function stop(id: number): void {
  stops.get(id)?.();
  stops.delete(id);
}

/** Informs Firestore about the network: by itself it waits up to a minute before it tries again. */
async function setNetwork(online: boolean): Promise<void> {
  await disableNetwork(await database);
  if (online) await enableNetwork(await database);
}

function fail(id: number, error: unknown): void {
  report({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

const report = (message: LiveReport) => self.postMessage(message);
