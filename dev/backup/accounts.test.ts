import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup } from './backup.ts';
import type { Platform } from './platform.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'countersign-accounts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A deployment without documents, with these accounts, and these settings of how passwords are hashed. */
function platform(users: object[], hashConfig: object | undefined): Platform {
  const documents = 'https://firestore.googleapis.com/v1/projects/acme/databases/(default)/documents';
  const answers: Record<string, unknown> = {
    batchGet: [],
    listCollectionIds: {},
    runQuery: [],
    accounts: { users },
    config: { signIn: { hashConfig } },
  };
  return {
    project: 'acme',
    runsIn: 'acme',
    documents,
    accounts: 'https://identitytoolkit/accounts',
    passwordSettings: 'https://identitytoolkit/config',
    hasMoments: false,
    ask: (url) => Promise.resolve(answers[/\/(accounts|config)/.exec(url)?.[1] ?? url.split(':').at(-1) ?? '']),
    objects: { check: () => Promise.resolve(365) } as Platform['objects'],
  };
}

const scrypt = { algorithm: 'SCRYPT', signerKey: 'c2lnbmVy', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };
const hasPassword = { localId: 'one', passwordHash: 'aGFzaA==', salt: 'c2FsdA==' };
const hasNone = { localId: 'two', providerUserInfo: [{ providerId: 'google.com' }] };

test.each([
  ['a hash', [hasNone, { ...hasPassword, passwordHash: 'UkVEQUNURUQ=' }], scrypt],
  ['how they were made', [hasNone, hasPassword], undefined],
])('a backup of passwords that withholds %s fails, and says what to ask for', async (_, users, hashConfig) => {
  await expect(backup(platform(users, hashConfig), folder)).rejects.toThrow('firebaseauth.configs.getHashConfig');
  expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
});

test.each([
  ['with passwords', [hasNone, hasPassword], scrypt],
  ['all without a password', [hasNone], undefined],
])('accounts %s are backed up', async (_, users, hashConfig) => {
  expect(await backup(platform(users, hashConfig), folder)).toMatchObject({ accounts: users.length });
});
