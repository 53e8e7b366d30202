import { stack } from './stack.ts';

/** What an administrator does at the identity provider, here its emulator, behind the product's back. */

/** Disables a user, revokes sessions begun before `validSince` (seconds), or sets whether the address is verified. */
export async function updateAccount(
  localId: string,
  change: { disableUser: true } | { validSince: string } | { emailVerified: boolean },
): Promise<void> {
  await ask('./accounts:update', { localId, ...change });
}

export async function deleteAccount(localId: string): Promise<void> {
  await ask('./accounts:delete', { localId });
}

/** The addresses to which the provider has sent an e-mail for a new password. */
export async function resetEmails(): Promise<string[]> {
  return (await sentEmails('PASSWORD_RESET')).map(({ email }) => email);
}

/** The links in the verification e-mails sent to this address, oldest first. */
export async function verificationLinks(address: string): Promise<string[]> {
  const sent = await sentEmails('VERIFY_EMAIL');
  return sent.filter(({ email }) => email === address).map(({ oobLink }) => oobLink);
}

/** Opens the link in the newest of them, as its owner does, in another tab or on another device. */
export async function openVerificationLink(address: string): Promise<void> {
  const link = (await verificationLinks(address)).at(-1);
  if (link === undefined) throw new Error(`Expected ${address} to have been sent a verification e-mail`);
  const response = await fetch(link);
  if (!response.ok) throw new Error(`The link answered ${response.status}: ${await response.text()}`);
}

interface SentEmail {
  email: string;
  requestType: string;
  oobLink: string;
}

async function sentEmails(type: string): Promise<SentEmail[]> {
  const { oobCodes } = await ask<{ oobCodes: SentEmail[] }>(
    `http://${stack.authHost}/emulator/v1/projects/${stack.projectId}/oobCodes`,
  );
  return oobCodes.filter(({ requestType }) => requestType === type);
}

async function ask<T>(what: string, body?: object): Promise<T> {
  const url = new URL(what, `http://${stack.authHost}/identitytoolkit.googleapis.com/v1/projects/${stack.projectId}/`);
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
