/**
 * Where signing in returns to: the decision that the person came for, as `/approvals/{id}`; anything else is the
 * dashboard.
 */
export interface WayBack {
  from: string;
}

const decision = /^\/approvals\/[\w-]{1,128}$/;

/** The router state that /login is opened with. */
export function wayBackTo(pathname: string): WayBack | null {
  return decision.test(pathname) ? { from: pathname } : null;
}

/** Where to go after signing in, according to the router state that /login was opened with. */
export function placeAfterSignIn(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && decision.test(from) ? from : '/';
}
