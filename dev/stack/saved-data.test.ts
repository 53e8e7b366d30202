import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeEmulators, type FakeEmulators } from '../testing/fake-emulators.ts';
import { listen, type Listening } from '../lib/listen.ts';
import { StartError } from '../lib/start-error.ts';
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
  const { firestore, accounts } = savedData(folder, isForeign, emulators.source.projectId) ?? {};
  const documents = firestore && join(firestore, 'firestore/firestore.overall_export_metadata');
  return [documents, accounts && join(accounts, 'accounts.json')].map((file) => file && readFileSync(file, 'utf8'));
}

test('documents are kept before accounts, so that every user in them has an account', async () => {
  expect(savedData(folder, false, emulators.source.projectId)).toBeUndefined();
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

test('what a run that was killed had set aside stays until the new data has its place', async () => {
  await saveData(folder, emulators.source);
  renameSync(join(folder, 'data'), join(folder, 'data.before'));
  symlinkSync(join(folder, 'a-disk-that-is-not-there'), join(folder, 'data'));
  await expect(saveData(folder, emulators.source)).rejects.toThrow('ENOTDIR');
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
  expect(savedData(folder, false, emulators.source.projectId)).toBeUndefined();
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

test("kept beside somebody else's Firestore, another project's accounts are neither taken nor replaced", async () => {
  const { firestore: _, ...foreign } = emulators.source;
  await saveData(folder, foreign);
  emulators.content.accounts = 'accounts 2';
  const words =
    /of the project demo-fake\. This start is of demo-once.*COUNTERSIGN_FOLDER.*COUNTERSIGN_PROJECT=demo-fake/;
  await expect(saveData(folder, { ...foreign, projectId: 'demo-once' })).rejects.toThrow(words);
  expect(() => savedData(folder, true, 'demo-once')).toThrow(StartError);
  expect(kept(true)).toEqual([undefined, 'accounts 1']);
});

test("a stack's own documents and accounts go along into another project", async () => {
  await saveData(folder, emulators.source);
  expect(savedData(folder, false, 'demo-once')).toEqual(savedData(folder, false, emulators.source.projectId));
  await saveData(folder, { ...emulators.source, projectId: 'demo-once' });
});

describe("beside somebody else's Firestore", () => {
  const said: string[] = [];
  let users: string[];
  let firestore: Listening;
  beforeEach(async () => {
    said.length = 0;
    users = [];
    const documents = () => users.map((id) => ({ name: `projects/demo/databases/(default)/documents/users/${id}` }));
    firestore = await listen(
      (_req, res) => res.end(JSON.stringify(users.length > 0 ? { documents: documents() } : {})),
      0,
    );
  });
  afterEach(() => firestore.close());

  const accountsOf = (projectId: string) =>
    accountsFor(savedData(folder, true, projectId), `127.0.0.1:${firestore.port}`, projectId, (text) =>
      said.push(text),
    );
  const accounts = () => join(folder, 'accounts/accounts');

  test('accounts go with its users, and where none were kept that is said', async () => {
    users = ['one'];
    expect(await accountsOf('demo-fake')).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('whose accounts are not kept here')]);
    const { firestore: _, ...foreign } = emulators.source;
    await saveData(folder, foreign);
    expect(await accountsOf('demo-fake')).toBe(accounts());
    users = [];
    expect(await accountsOf('demo-fake'), 'it has begun anew').toBeUndefined();
    expect(said).toHaveLength(1);
  });

  test('accounts that an earlier version kept are taken for those of its users if one of them has one', async () => {
    mkdirSync(join(accounts(), 'auth_export'), { recursive: true });
    writeFileSync(join(accounts(), 'auth_export/accounts.json'), JSON.stringify({ users: [{ localId: 'one' }] }));
    users = ['of-before', 'one'];
    expect(await accountsOf('demo-fake')).toBe(accounts());
    users = ['another'];
    for (const projectId of ['demo-fake', 'demo-countersign'])
      await expect(accountsOf(projectId)).rejects.toThrow(/COUNTERSIGN_FOLDER/);
    users = [];
    expect(await accountsOf('demo-countersign'), 'it has begun anew, as usual').toBeUndefined();
    const refused = await accountsOf('demo-fake').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    const [, command = ''] = /start again:\n {2}(.*)$/.exec(String(refused)) ?? [];
    execFileSync('sh', ['-c', command]);
    expect(await accountsOf('demo-fake')).toBeUndefined();
    expect(() => savedData(folder, true, 'demo-countersign')).toThrow('of the project demo-fake');
  });
});
