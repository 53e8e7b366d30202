import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeEmulators, type FakeEmulators } from '../testing/fake-emulators.ts';
import { listen } from '../lib/listen.ts';
import { accountsFor, savedData, saveData } from './saved-data.ts';

let folder: string;
let emulators: FakeEmulators;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-saved-'));
  emulators = await startFakeEmulators();
  emulators.content = { firestore: 'documents 1', accounts: 'accounts 1' };
});
afterEach(async () => {
  await emulators.endHub();
  await emulators.endFirestore();
});

/** What the next start would import. */
function kept(isForeign = false): (string | undefined)[] {
  const { firestore, accounts } = savedData(folder, isForeign) ?? {};
  const documents = firestore && join(firestore, 'firestore/firestore.overall_export_metadata');
  return [documents, accounts && join(accounts, 'accounts.json')].map((file) => file && readFileSync(file, 'utf8'));
}

test('documents are kept before accounts, so that every user in them has an account', async () => {
  expect(savedData(folder, false)).toBeUndefined();
  expect(await saveData(folder, emulators.source)).toEqual({ hasNewAccounts: true });
  expect(emulators.asked).toEqual(['firestore', 'accounts']);
  expect(kept()).toEqual(['documents 1', 'accounts 1']);
});

test('an export that is refused leaves what was kept before', async () => {
  await saveData(folder, emulators.source);
  emulators.refusal = 'No space left on device';
  await expect(saveData(folder, emulators.source)).rejects.toThrow('No space left on device');
  expect(kept()).toEqual(['documents 1', 'accounts 1']);
});

test('if the accounts have ended, new documents are kept with the former accounts', async () => {
  await saveData(folder, emulators.source);
  await emulators.endHub();
  emulators.content.firestore = 'documents 2';
  expect(await saveData(folder, emulators.source)).toEqual({ hasNewAccounts: false });
  expect(kept()).toEqual(['documents 2', 'accounts 1']);
});

test('documents without any accounts are not kept: the next start would delete them', async () => {
  await emulators.endHub();
  await expect(saveData(folder, emulators.source)).rejects.toThrow('The Firebase emulators did not answer');
  expect(savedData(folder, false)).toBeUndefined();
});

test("accounts are kept beside somebody else's Firestore, and replace no documents", async () => {
  await saveData(folder, emulators.source);
  emulators.content.accounts = 'accounts 2';
  const { firestore: _, ...foreign } = emulators.source;
  await saveData(folder, foreign);
  expect(emulators.asked).toEqual(['firestore', 'accounts', 'accounts']);
  expect(kept(true)).toEqual([undefined, 'accounts 2']);
  expect(kept()).toEqual(['documents 1', 'accounts 1']);
  expect(existsSync(join(folder, 'accounts.next'))).toBe(false);
});

test("accounts go with the users of somebody else's Firestore, and where none were kept that is said", async () => {
  let users = {};
  const firestore = await listen((_req, res) => res.end(JSON.stringify(users)), 0);
  const said: string[] = [];
  const asked = (saved: { accounts: string } | undefined) =>
    accountsFor(saved, `127.0.0.1:${firestore.port}`, 'demo-fake', (text) => said.push(text));
  expect(await asked({ accounts: 'kept' }), 'it has begun anew').toBeUndefined();
  users = { documents: [{ name: 'users/one' }] };
  expect(await asked({ accounts: 'kept' })).toBe('kept');
  expect(said).toEqual([]);
  expect(await asked(undefined)).toBeUndefined();
  expect(said).toEqual([expect.stringContaining('whose accounts are not kept here')]);
  await firestore.close();
});
