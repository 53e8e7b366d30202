import type { Platform } from './platform.ts';

/** An account as the identity provider gives it to a project's owner, including the hash of its password. */
export type StoredAccount = Record<string, unknown> & { localId: string };

/** How the provider hashed passwords; with this they can be imported elsewhere. */
export type PasswordSettings = Record<string, unknown> | null;

const PAGE = 500;
/** What a caller gets in place of a hash that they may not read: REDACTED. */
const WITHHELD = 'UkVEQUNURUQ=';

/** Every account, one page at a time. */
export async function* accountsOf({ accounts, ask }: Platform): AsyncGenerator<StoredAccount> {
  let nextPageToken: string | undefined;
  do {
    const query = new URLSearchParams({ maxResults: String(PAGE), ...(nextPageToken ? { nextPageToken } : {}) });
    const page = (await ask(`${accounts}:batchGet?${query}`)) as {
      users?: StoredAccount[];
      nextPageToken?: string;
    };
    yield* page.users ?? [];
    nextPageToken = page.nextPageToken || undefined;
  } while (nextPageToken);
}

/** What `importAccounts` needs to import passwords. */
export async function passwordSettingsOf({ passwordSettings, ask }: Platform): Promise<PasswordSettings> {
  if (passwordSettings === null) return null;
  const config = (await ask(passwordSettings)) as {
    signIn?: { hashConfig?: Record<string, unknown> };
  };
  const { algorithm, signerKey, saltSeparator, rounds, memoryCost } = config.signIn?.hashConfig ?? {};
  return { hashAlgorithm: algorithm, signerKey, saltSeparator, rounds, memoryCost };
}

/** The accounts as they are. Throws at one whose password could not be imported: its hash, or how it was made, is withheld. */
export async function* withHashes(
  settings: PasswordSettings,
  all: AsyncIterable<StoredAccount>,
): AsyncGenerator<StoredAccount> {
  const isWithheld = settings !== null && !settings.hashAlgorithm;
  for await (const account of all) {
    if (account.passwordHash === WITHHELD || (account.passwordHash && isWithheld))
      throw new Error(
        'You may not read the hashes of passwords: after a restore, nobody could sign in with theirs. Ask an owner of the project for the permission firebaseauth.configs.getHashConfig (role Firebase Authentication Admin), then back up into a new folder',
      );
    yield account;
  }
}

/**
 * Creates accounts with their ids and passwords; one whose id exists is left as it is. Resolves with how many there
 * were, and how many of them existed already. Throws if the provider refuses one.
 */
export async function importAccounts(
  platform: Platform,
  settings: PasswordSettings,
  all: AsyncIterable<StoredAccount>,
): Promise<{ accounts: number; left: number }> {
  const there = await idsOf(platform);
  let users: StoredAccount[] = [];
  let [accounts, left] = [0, 0];
  const send = async () => {
    if (users.length > 0) await create(platform, settings, users);
    users = [];
  };
  for await (const account of all) {
    accounts += 1;
    if (there.has(account.localId)) left += 1;
    else users.push(account);
    if (users.length === PAGE) await send();
  }
  await send();
  return { accounts, left };
}

async function create(platform: Platform, settings: PasswordSettings, users: StoredAccount[]): Promise<void> {
  const reply = await platform.ask(`${platform.accounts}:batchCreate`, { ...settings, users });
  const { error = [] } = reply as { error?: { index?: number; message?: string }[] };
  if (error.length === 0) return;
  // If the connection was lost, a first try may have created them.
  const there = await idsOf(platform);
  const refused = error.filter(({ index = 0 }) => !there.has(users[index]?.localId ?? ''));
  if (refused.length > 0) throw new Error(`${refused.length} accounts were refused: ${refused[0]?.message}`);
}

async function idsOf(platform: Platform): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { localId } of accountsOf(platform)) ids.add(localId);
  return ids;
}
