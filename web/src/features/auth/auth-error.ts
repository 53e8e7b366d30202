import { ApiError, UnexpectedReplyError } from '@countersign/contract';
import { isUnanswered, messageOf, SIGN_IN_UNREACHABLE } from '../../lib/api.ts';
import { ConfigError } from '../../lib/server/config.ts';

/** The identity provider's error codes, in words for the person. */
const texts: Record<string, string> = {
  'auth/invalid-credential': 'Email or password is wrong.',
  'auth/invalid-login-credentials': 'Email or password is wrong.',
  'auth/wrong-password': 'Email or password is wrong.',
  'auth/user-not-found': 'No account with this email and password was found.',
  'auth/email-already-in-use': 'An account with this email already exists. Sign in instead.',
  'auth/invalid-email': 'This email address is not valid.',
  'auth/missing-email': 'Enter your email address.',
  'auth/missing-password': 'Enter your password.',
  'auth/too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/user-token-expired': 'Your session has expired. Sign in again.',
  'auth/network-request-failed': SIGN_IN_UNREACHABLE,
  'auth/popup-closed-by-user': 'The Google window was closed before you signed in.',
  'auth/cancelled-popup-request': 'The Google window was closed before you signed in.',
  // The first press may come too early: Firebase opens the window only once it has loaded what the window talks to.
  'auth/popup-blocked':
    'Your browser blocked the Google window. Try again. If it stays blocked, allow pop-ups for this site.',
  'auth/unauthorized-domain': 'Signing in with Google is not set up for this address.',
  'auth/operation-not-allowed': 'This way of signing in is not switched on here. Ask whoever runs this Countersign.',
  'auth/requires-recent-login': 'To do this, sign out, sign in again and repeat it within a few minutes.',
};

/**
 * The message for a failed call of the identity provider: our words for a known code, else the provider's own message,
 * else `fallback`. An error without a code is not the provider's: where it is one of ours, such as no answer to the
 * question what this deployment is, its reason follows.
 */
export function authErrorText(error: unknown, fallback: string): string {
  const code = codeOf(error);
  if (code === null) return isOurs(error) ? `${fallback}. ${messageOf(error)}${afterwards(error)}` : fallback;
  return texts[code] ?? ((error instanceof Error && providerMessage(error.message)) || fallback);
}

const isOurs = (error: unknown) =>
  isUnanswered(error) || [ApiError, UnexpectedReplyError, ConfigError].some((kind) => error instanceof kind);

/**
 * A TypeError comes from a request, or from fetching the code that signs in; not every browser fetches that again in the
 * same page (whatwg/html#6768).
 */
const afterwards = (error: unknown) => (error instanceof TypeError ? ' If it stays so, reload the page.' : '');

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** "Firebase: Password should be at least 6 characters (auth/weak-password)." without prefix and code. */
function providerMessage(message: string): string {
  return message
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[a-z-]+\)\.?$/, '')
    .replace(/^Error$/, '')
    .trim();
}
