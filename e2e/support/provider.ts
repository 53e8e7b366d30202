import { stack } from './stack.ts';

/** What an administrator does at the identity provider, here its emulator, behind the product's back. */

/** Disables a user, or (`validSince`, seconds) revokes every session that began before. */
export async function updateAccount(
  localId: string,
  change: { disableUser: true } | { validSince: string },
): Promise<void> {
  await ask('./accounts:update', { localId, ...change });
}

export async function deleteAccount(localId: string): Promise<void> {
  await ask('./accounts:delete', { localId });
}

/** The addresses to which the provider has sent an email for a new password. */
export async function resetEmails(): Promise<string[]> {
  const { oobCodes } = await ask<{ oobCodes: { email: string; requestType: string }[] }>(
    `http://${stack.authHost}/emulator/v1/projects/${stack.projectId}/oobCodes`,
  );
  return oobCodes.filter(({ requestType }) => requestType === 'PASSWORD_RESET').map(({ email }) => email);
}

async function ask<T>(what: string, body?: object): Promise<T> {
  const url = new URL(what, `http://${stack.authHost}/identitytoolkit.googleapis.com/v1/projects/${stack.projectId}/`);
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
