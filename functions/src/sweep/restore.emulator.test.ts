import { routes } from '@countersign/contract';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commit } from '../store/data.ts';
import { containers, db, rateWindows, sweepLocks, tombstones, users } from '../store/firestore.ts';
import { useStack } from '../testing/agents.ts';
import { emptyDeployment, runBackup, standBefore, type BackupRun, type Look } from '../testing/backup.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { everything } from '../testing/everything.ts';
import { clientOf, signIn, signUp, type TestUser } from '../testing/users.ts';
import { sweepAlone } from './sweep-alone.ts';
import { sweep } from './sweep.ts';

/*
 * A backup is restored into a deployment whose sweep runs every minute.
 */
useTestEnvironment();
const stack = useStack();
const folder = mkdtempSync(join(tmpdir(), 'countersign-restore-'));
const all = join(folder, 'all');
const manifestFile = join(all, 'manifest.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than fit in one commit. */
const MANY = 350;
let user: TestUser;
let stored: Map<string, unknown>;

const ofTheMinute = (path: string) => /^(rateWindows|sweepLocks)\//.test(path);
const keptThings = async () =>
  new Map(
    [...(await everything())]
      .filter(([path]) => !ofTheMinute(path))
      .map(([path, json]) => [path, JSON.parse(json) as unknown]),
  );

/** Calls and sweeps of the last minute, which a deployment has as soon as it exists. */
async function callAndSweep(): Promise<void> {
  const window = { userId: null, window: 1, reserved: 1, updatedAt: Timestamp.now() };
  await commit((writer) => writer.add(rateWindows().doc('address-x-1'), window));
  await sweepLocks()
    .doc('sweep')
    .set({ id: 'sweep', holder: 'cut off', until: Timestamp.fromMillis(Date.now() - 1), restore: null });
}

beforeAll(async () => {
  user = await signUp();
  const client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  await stack.newRunner({ userId: user.userId, client, projectId });
  const batch = db().batch();
  for (let number = 0; number < MANY; number += 1)
    batch.set(db().doc(`auditEvents/a${number}`), { number, half: 0.5, at: Timestamp.now(), none: null, list: [] });
  await batch.commit();
  await callAndSweep();
  expect(await runBackup('backup', process.env.GCLOUD_PROJECT ?? '', all)).toMatchObject({ code: 0 });
  stored = await keptThings();
  // Earlier versions' backups also hold what lasts only a minute.
  const documents = join(all, 'documents.ndjson');
  const held = { path: '/sweepLocks/sweep', fields: { holder: { stringValue: 'a sweep of then' } } };
  writeFileSync(documents, `${readFileSync(documents, 'utf8')}${JSON.stringify(held)}\n`);
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { documents: number };
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, documents: manifest.documents + 1 }));
});

/** A restore with proxies between it and its servers. */
async function restore(before: { documents?: Look; accounts?: Look }, from = all): Promise<BackupRun> {
  const settings: Record<string, string> = {};
  const open = [];
  for (const [name, look] of [
    ['FIRESTORE_EMULATOR_HOST', before.documents],
    ['FIREBASE_AUTH_EMULATOR_HOST', before.accounts],
  ] as const) {
    if (!look) continue;
    const served = await standBefore(`http://${process.env[name]}`, look);
    settings[name] = new URL(served.url).host;
    open.push(served);
  }
  try {
    return await runBackup('restore', process.env.GCLOUD_PROJECT ?? '', from, settings);
  } finally {
    for (const served of open) await served.close();
  }
}

const isCommit = (url: string) => url.endsWith(':commit');
const forbidden = () => Response.json({ error: { code: 403, status: 'PERMISSION_DENIED' } }, { status: 403 });
const busy = () =>
  Response.json({ error: { status: 'UNAVAILABLE' } }, { status: 503, headers: { 'Retry-After': '0' } });

test('nothing is swept during a restore, and nobody is deleted, not even by a sweep that was frozen before', async () => {
  await emptyDeployment();
  await callAndSweep();
  const swept: boolean[] = [];
  const run = await restore({
    // The documents are restored, the accounts not yet.
    async accounts({ url }) {
      if (!url.endsWith(':batchCreate')) return undefined;
      swept.push(await sweepAlone());
      await sweep();
      return undefined;
    },
  });
  expect(run).toMatchObject({ code: 0 });
  expect(swept).toEqual([false]);
  expect((await tombstones().get()).size).toBe(0);
  const client = clientOf(stack.apiUrl(), await signIn(user.email, user.password));
  expect(await client.call(routes.listProjects)).toHaveLength(1);
  expect((await sweepLocks().get()).size).toBe(0);
  expect(await sweepAlone()).toBe(true);
  expect((await tombstones().get()).size).toBe(0);
});

test("restored into another project, containers are lost: nothing is asked about the former one's executions", async () => {
  await emptyDeployment();
  const text = readFileSync(manifestFile, 'utf8');
  writeFileSync(manifestFile, JSON.stringify({ ...(JSON.parse(text) as object), project: 'acme-before' }));
  const run = await restore({}).finally(() => writeFileSync(manifestFile, text));
  expect(run.code, run.output).toBe(0);
  const container = async () => (await containers().get()).docs[0]?.data();
  const here = new RegExp(`^projects/${process.env.GCLOUD_PROJECT}/locations/.*/executions/`);
  expect(await container()).toMatchObject({ execution: expect.stringMatching(here), executions: [] });
  await sweep();
  expect(await container()).toMatchObject({ status: 'not_found', execution: null });
});

test('a folder that is not whole is refused before sweeps are kept out', async () => {
  await emptyDeployment();
  await callAndSweep();
  const accounts = join(all, 'accounts.ndjson');
  const text = readFileSync(accounts, 'utf8');
  for (const broken of ['', text.slice(0, 40)]) {
    writeFileSync(accounts, broken);
    const run = await restore({}).finally(() => writeFileSync(accounts, text));
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('accounts') });
    expect(await sweepAlone()).toBe(true);
  }
});

test('a restore that breaks off keeps sweeps out, and goes on when it is repeated with the same backup alone', async () => {
  await emptyDeployment();
  await callAndSweep();
  let commits = 0;
  const brokenOff = await restore({
    async documents({ url }) {
      if (!isCommit(url)) return undefined;
      commits += 1;
      // The lock; then the first documents, which are refused, then written without a reply; and so on.
      return [undefined, busy(), 'lose' as const, undefined, forbidden()][commits - 1];
    },
  });
  expect(brokenOff).toMatchObject({ code: 1, output: expect.stringContaining('repeat this command') });
  expect(brokenOff.output).toContain('To give up, so that sweeps run again, delete all documents');
  expect(commits).toBe(5);
  const half = await keptThings();
  expect([half.size > 0, half.size < stored.size]).toEqual([true, true]);
  expect(await sweepAlone()).toBe(false);

  const ofHalf = await runBackup('backup', process.env.GCLOUD_PROJECT ?? '', join(folder, 'half'));
  expect(ofHalf).toMatchObject({ code: 1, output: expect.stringContaining('has not finished') });

  const text = readFileSync(manifestFile, 'utf8');
  writeFileSync(manifestFile, `${text}\n`);
  expect(await restore({})).toMatchObject({ code: 1, output: expect.stringContaining('another backup') });
  writeFileSync(manifestFile, text);

  const path = [...half.keys()].find((name) => /^auditEvents\/a\d+$/.test(name)) ?? '';
  await db().doc(path).update({ number: -1 });
  const changed = await restore({});
  expect(changed).toMatchObject({ code: 1, output: expect.stringContaining(`/${path} is there already`) });
  await db()
    .doc(path)
    .update({ number: Number(path.replace('auditEvents/a', '')) });

  let imports = 0;
  const atTheEnd = await restore({
    documents: async ({ url, body }) => (isCommit(url) && body.includes('"delete"') ? forbidden() : undefined),
    async accounts({ url }) {
      if (!url.endsWith(':batchCreate')) return undefined;
      imports += 1;
      return imports === 1 ? 'lose' : undefined;
    },
  });
  expect([atTheEnd.code, imports], atTheEnd.output).toEqual([1, 2]);
  expect(await keptThings()).toEqual(stored);

  // Once users have an account again, they may change their data.
  await users().doc(user.userId).update({ displayName: 'Another name' });
  const { code, output } = await restore({});
  expect(code, output).toBe(0);
  expect(output).toContain('1 of these accounts were there already');
  expect((await users().doc(user.userId).get()).data()?.displayName).toBe('Another name');
  expect(await sweepAlone()).toBe(true);
  expect(await restore({})).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
});
