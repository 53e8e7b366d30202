/** Tokens as the Auth emulator makes them: unsigned, so that a test can make one that time has passed by. */

const DAY = 86_400;

/** The same sign-in, a day later. */
export const expired = (token: string): string =>
  changed(token, ({ exp, iat, ...claims }) => ({
    ...claims,
    iat: Number(iat) - DAY,
    exp: Number(exp) - DAY,
  }));

/** A token of a sign-in of yesterday; revoked when the user's tokens were revoked since. */
export const ofYesterday = (token: string): string =>
  changed(token, ({ auth_time, ...claims }) => ({
    ...claims,
    auth_time: Number(auth_time) - DAY,
  }));

/** The token of a sign-in a minute later. */
export const ofMinuteLater = (token: string): string =>
  changed(token, ({ auth_time, ...claims }) => ({ ...claims, auth_time: Number(auth_time) + 60 }));

function changed(token: string, change: (claims: Record<string, unknown>) => Record<string, unknown>): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  return [header, Buffer.from(JSON.stringify(change(claims))).toString('base64url'), signature].join('.');
}
