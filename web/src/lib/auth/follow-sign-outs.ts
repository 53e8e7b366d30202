import type { Auth } from 'firebase/auth';
import { isCopied, PREFIX } from './earlier-session.ts';
import { SIGNED_IN_AS, wasSignedIn } from './session-traces.ts';

/**
 * Signs out here where another tab has done so and Firebase does not follow. While it starts, it asks whether the session
 * is still valid, and then stores it, whatever has happened meanwhile: that would bring its user back in all tabs. And
 * tabs of an earlier version know nothing of a session that was copied from theirs; what they remove for all tabs tells.
 */
export function followSignOuts(auth: Auth): void {
  const wasIn = wasSignedIn();
  let isRemoved = false;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null) return;
    isRemoved ||= key?.startsWith(PREFIX) === true;
    if (key === SIGNED_IN_AS && isCopied()) void auth.signOut();
  });
  void auth.authStateReady().then(() => {
    const isOut = isRemoved || (wasIn && !wasSignedIn());
    if (isOut && auth.currentUser) void auth.signOut();
  });
}
