import { forgetLists } from './list-store.ts';

const SIGNED_IN_AS = 'countersign.signed-in';
/** What lives in the session storage of a tab under this prefix belongs to the signed-in user. */
const OWN_PREFIX = 'countersign.';

/** Whether somebody was signed in when the app was used last: a hint for what to fetch first, never a permission. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(SIGNED_IN_AS) !== null;
}

export function rememberSignedIn(): void {
  localStorage.setItem(SIGNED_IN_AS, '1');
}

/** Removes everything of everybody from this browser: kept lists, what live updates remember, the hint. */
export async function forgetEverybody(): Promise<void> {
  localStorage.removeItem(SIGNED_IN_AS);
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(OWN_PREFIX)) sessionStorage.removeItem(key);
  }
  await forgetLists();
}
