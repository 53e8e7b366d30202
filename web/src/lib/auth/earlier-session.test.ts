import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const KEY = 'firebase:authUser:key:[DEFAULT]';
const ada = { uid: 'ada', stsTokenManager: { refreshToken: 'secret' } };
const signOut = vi.fn(async () => undefined);
const nobody = () => undefined;
/** What Firebase calls with whoever is signed in. */
let tellUser: (user: unknown) => void = nobody;
/** Whom Firebase has found to be signed in once it has asked the provider. */
let currentUser: typeof ada | null;
/** What happens while it asks. */
let meanwhile: () => void = nobody;
/** What was in local storage when Firebase began to read it. */
let found: string | null;

/** A request to a database that is answered in the next task. */
function answered<T>(result: T) {
  const request = { result, onsuccess: () => undefined as void };
  setTimeout(() => request.onsuccess());
  return request;
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.resetModules();
  localStorage.clear();
  currentUser = ada;
  meanwhile = nobody;
  const store = { getAll: () => answered([{ fbase_key: KEY, value: ada }]) };
  const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined };
  vi.stubGlobal('indexedDB', { open: () => answered(database) });
  vi.doMock('firebase/app', () => ({ initializeApp: () => ({}) }));
  vi.doMock('firebase/auth', () => ({
    browserLocalPersistence: {},
    initializeAuth() {
      found = localStorage.getItem(KEY);
      return { signOut, authStateReady: async () => meanwhile(), currentUser };
    },
    onIdTokenChanged: (_auth: unknown, listener: typeof tellUser) => (tellUser = listener),
  }));
  vi.doMock('../server/config.ts', () => ({ loadConfig: async () => ({ firebase: {}, emulators: null }) }));
});
afterEach(() => {
  for (const code of ['firebase/app', 'firebase/auth', '../server/config.ts']) vi.doUnmock(code);
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page that begins after an earlier version has left a session and the hint of it. */
async function begin(isHinted = true) {
  if (isHinted) localStorage.setItem('countersign.signed-in', '1');
  await (await import('./firebase-auth.ts')).begin();
}

/** What the sign-out of an earlier version's tab lets the others hear. */
function isSignedOutElsewhere() {
  localStorage.removeItem('countersign.signed-in');
  window.dispatchEvent(new StorageEvent('storage', { key: 'countersign.signed-in', oldValue: '1', newValue: null }));
}

it('goes on, and ends where a tab of the earlier version that is still open signs out', async () => {
  await begin();
  expect(JSON.parse(found ?? '')).toEqual(ada);
  isSignedOutElsewhere();
  expect(signOut).toHaveBeenCalledOnce();
});

it('has ended where such a tab has signed out while no other was open', async () => {
  await begin();
  localStorage.removeItem('countersign.signed-in');
  vi.resetModules();
  await begin(false);
  expect(found).toBeNull();
});

it('is none of a user who has signed in since: others’ hints end nothing', async () => {
  await begin();
  const { forgetEverybody } = await import('./session-traces.ts');
  await forgetEverybody().catch(() => undefined);
  expect(localStorage).toHaveLength(0);
  localStorage.setItem(KEY, JSON.stringify({ uid: 'ben' }));
  isSignedOutElsewhere();
  expect(signOut).not.toHaveBeenCalled();
});

it('keeps nobody from signing in anew where the browser has no room for it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem('countersign.signed-in', '1');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await begin(false);
  expect(found).toBeNull();
});

it('that the browser does not find is no sign-out: only one after it is', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('Locked', 'UnknownError');
    },
  });
  await begin();
  expect(found).toBeNull();
  const { watch } = await import('./firebase-auth.ts');
  const told = vi.fn<Parameters<typeof watch>[0]>();
  watch(told);
  await vi.waitFor(() => expect(tellUser).not.toBe(nobody), 10_000);
  tellUser(null);
  tellUser(ada);
  tellUser(null);
  expect(told.mock.calls).toEqual([
    [null, false],
    [ada, true],
    [null, true],
  ]);
});

async function reasonAfterBeginning() {
  const { renderHook } = await import('@testing-library/react');
  const { useSignOutReason } = await import('./sign-out-reason.ts');
  await begin();
  return renderHook(() => useSignOutReason()).result.current;
}

it.each([
  ['has ended while no page was open is told as such', KEY, null, 'ended'],
  ['goes on has not ended', KEY, ada, null],
  ['is not there has not ended', 'nothing', null, null],
])('a session that %s', async (_what, key, kept, reason) => {
  localStorage.setItem(key, JSON.stringify(ada));
  currentUser = kept;
  vi.stubGlobal('indexedDB', {});
  // The page has heard that there is nobody.
  if (kept === null) meanwhile = () => localStorage.removeItem('countersign.signed-in');
  expect(await reasonAfterBeginning()).toBe(reason);
});

it.each([KEY, 'countersign.signed-in'])('a session that another tab ended meanwhile was not lost: %s', async (key) => {
  localStorage.setItem(KEY, JSON.stringify(ada));
  currentUser = null;
  meanwhile = () => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  expect(await reasonAfterBeginning()).toBeNull();
});
