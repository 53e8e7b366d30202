import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const firebase = {
  browserLocalPersistence: {},
  initializeAuth: vi.fn(),
  createUserWithEmailAndPassword: vi.fn(),
  signInWithEmailAndPassword: vi.fn(),
  updateProfile: vi.fn(async () => undefined),
};

beforeEach(() => {
  vi.clearAllMocks();
  // Another test of this worker may have loaded it.
  vi.resetModules();
  vi.doMock('firebase/app', () => ({ initializeApp: () => ({}) }));
  vi.doMock('firebase/auth', () => firebase);
  vi.doMock('../server/config.ts', () => ({ loadConfig: async () => ({ firebase: {}, emulators: null }) }));
});
afterEach(() => {
  for (const code of ['firebase/app', 'firebase/auth', '../server/config.ts']) vi.doUnmock(code);
  vi.resetModules();
});

/** A user whose tokens are named after how they signed in. */
const session = (token: string) => ({ getIdToken: async () => token });

async function signUp(emulatorConfig: object | null) {
  // What it listens to outlives this test: another file's may let it hear of a sign-out.
  const signOut = async () => undefined;
  const auth = { currentUser: null as unknown, emulatorConfig, authStateReady: async () => undefined, signOut };
  firebase.initializeAuth.mockReturnValue(auth);
  const signsIn = (token: string) => async () => ({ user: (auth.currentUser = session(token)) });
  firebase.createUserWithEmailAndPassword.mockImplementation(signsIn('first'));
  firebase.signInWithEmailAndPassword.mockImplementation(signsIn('second'));
  const code = await import('./firebase-auth.ts');
  await code.begin();
  const done = code.signUp('Ada', 'ada@example.com', 'secret');
  await vi.waitFor(() => expect(auth.currentUser).not.toBeNull(), 10_000);
  const token = await code.idToken();
  await done;
  return { auth, token };
}

it('signs a new account in once more at the emulator, whose first token may be dated before it is valid', async () => {
  const { auth, token } = await signUp({ host: '127.0.0.1' });
  expect(firebase.signInWithEmailAndPassword).toHaveBeenCalledExactlyOnceWith(auth, 'ada@example.com', 'secret');
  expect(token, 'the first one reaches no call').toBe('second');
  expect(firebase.updateProfile).toHaveBeenCalledExactlyOnceWith(auth.currentUser, { displayName: 'Ada' });
});

it('is signed in by signing up elsewhere', async () => {
  const { auth, token } = await signUp(null);
  expect(firebase.signInWithEmailAndPassword).not.toHaveBeenCalled();
  expect(token).toBe('first');
  expect(firebase.updateProfile).toHaveBeenCalledExactlyOnceWith(auth.currentUser, { displayName: 'Ada' });
});
