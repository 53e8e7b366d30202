/** Tokens as the Auth emulator makes them: unsigned, so that a test can make an outdated one. */

const DAY = 86_400;
const HOUR = 3_600;

/** The token of a user who signs in with a password now, with an unverified address. */
export function newToken(userId: string, email: string): string {
  const project = process.env.GCLOUD_PROJECT ?? '';
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    email,
    email_verified: false,
    auth_time: now,
    user_id: userId,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    iat: now,
    exp: now + HOUR,
    aud: project,
    iss: `https://securetoken.google.com/${project}`,
    sub: userId,
  };
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
}

/** The same sign-in, but expired a day ago. */
export const expired = (token: string): string =>
  changed(token, ({ exp, iat, ...claims }) => ({
    ...claims,
    iat: Number(iat) - DAY,
    exp: Number(exp) - DAY,
  }));

/** The token of a sign-in yesterday; revoked if the user's tokens have been revoked since. */
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
  return [header, encoded(change(claims)), signature].join('.');
}

const encoded = (part: Record<string, unknown>) => Buffer.from(JSON.stringify(part)).toString('base64url');
