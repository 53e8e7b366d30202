import type { Auth } from 'firebase/auth';
import { hasSession, isCopied, PREFIX } from './earlier-session.ts';
import { SIGNED_IN_AS, wasSignedIn } from './session-traces.ts';
import { announceSignOut } from './sign-out-reason.ts';

/**
 * Signs out here where another tab has done so and Firebase does not follow. While it starts, it asks whether the session
 * is still valid, and then stores it, whatever has happened meanwhile: that would bring its user back in all tabs. And
 * tabs of an earlier version know nothing of a session that was copied from theirs; what they remove for all tabs tells.
 * Where nobody has signed out, and Firebase has dropped the session as no longer valid, its person is told.
 */
export function followSignOuts(auth: Auth): void {
  const wasIn = wasSignedIn();
  const wasKept = hasSession();
  let isRemoved = false;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null) return;
    isRemoved ||= key === SIGNED_IN_AS || key?.startsWith(PREFIX) === true;
    if (key === SIGNED_IN_AS && isCopied()) void auth.signOut();
  });
  void auth.authStateReady().then(() => {
    const isOut = isRemoved || (wasIn && !wasSignedIn());
    if (isOut && auth.currentUser) void auth.signOut();
    // Not by the hint: whoever heard of nobody before this has removed it.
    if (!isRemoved && wasKept && !auth.currentUser) announceSignOut('ended');
  });
}
