import type { Platform } from './platform.ts';

/** An account as the identity provider tells it to the owner of a project, its password's hash included. */
export type StoredAccount = Record<string, unknown> & { localId: string };

/** How the provider has hashed passwords: with this they can be taken over elsewhere. */
export type PasswordSettings = Record<string, unknown> | null;

const PAGE = 500;

/** Every account, a page at a time. */
export async function* accountsOf({ accounts, call }: Platform): AsyncGenerator<StoredAccount> {
  let nextPageToken: string | undefined;
  do {
    const query = new URLSearchParams({ maxResults: String(PAGE), ...(nextPageToken ? { nextPageToken } : {}) });
    const page = (await (await call(new Request(`${accounts}:batchGet?${query}`))).json()) as {
      users?: StoredAccount[];
      nextPageToken?: string;
    };
    yield* page.users ?? [];
    nextPageToken = page.nextPageToken || undefined;
  } while (nextPageToken);
}

/** What `importAccounts` needs to take passwords over. */
export async function passwordSettingsOf({ passwordSettings, call }: Platform): Promise<PasswordSettings> {
  if (passwordSettings === null) return null;
  const config = (await (await call(new Request(passwordSettings))).json()) as {
    signIn?: { hashConfig?: Record<string, unknown> };
  };
  const { algorithm, signerKey, saltSeparator, rounds, memoryCost } = config.signIn?.hashConfig ?? {};
  return { hashAlgorithm: algorithm, signerKey, saltSeparator, rounds, memoryCost };
}

/** Makes accounts anew, with their ids and passwords. Throws where the provider refuses one. */
export async function importAccounts(
  { accounts, call }: Platform,
  settings: PasswordSettings,
  all: AsyncIterable<StoredAccount>,
): Promise<number> {
  let users: StoredAccount[] = [];
  let imported = 0;
  const send = async () => {
    if (users.length === 0) return;
    const body = JSON.stringify({ ...settings, users });
    const headers = { 'Content-Type': 'application/json' };
    const reply = await call(new Request(`${accounts}:batchCreate`, { method: 'POST', headers, body }));
    const { error = [] } = (await reply.json()) as { error?: { index?: number; message?: string }[] };
    if (error.length > 0) throw new Error(`${error.length} accounts were refused: ${error[0]?.message}`);
    imported += users.length;
    users = [];
  };
  for await (const account of all) {
    users.push(account);
    if (users.length === PAGE) await send();
  }
  await send();
  return imported;
}
