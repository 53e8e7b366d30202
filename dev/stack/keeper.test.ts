import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeEmulators, type FakeEmulators } from '../testing/fake-emulators.ts';
import { Keeper, type KeeperOptions } from './keeper.ts';

let folder: string;
let emulators: FakeEmulators;
let said: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-keeper-'));
  said = [];
  emulators = await startFakeEmulators();
  emulators.content = { firestore: 'documents 1', accounts: 'accounts 1' };
});
afterEach(async () => {
  await emulators.endHub();
  await emulators.endFirestore();
});

function keeper(options: Partial<KeeperOptions> = {}): Keeper {
  const say = (text: string) => void said.push(text);
  return new Keeper({ folder, source: emulators.source, say, hasEnded: () => false, againMs: 20, ...options });
}
const documents = () =>
  readFileSync(join(folder, 'data/firestore/firestore/firestore.overall_export_metadata'), 'utf8');
/** For what is exported and written. */
const SOON = { timeout: 60_000 };
const never = () => new Promise<void>(() => undefined);

test('data is kept at once, and again and again while the stack runs', async () => {
  const keeping = keeper({ everyMs: 20 });
  await keeping.begin();
  expect(documents()).toBe('documents 1');
  emulators.content.firestore = 'documents 2';
  await vi.waitUntil(() => documents() === 'documents 2', SOON);
  keeping.stop();
  expect(await keeping.finish(never)).toBe(true);
  expect(said).toEqual([]);
});

test('while it runs, a failure is reported once and does no harm', async () => {
  emulators.refusal = 'No space left on device';
  const keeping = keeper({ everyMs: 20 });
  await keeping.begin();
  await vi.waitUntil(() => emulators.asked.length > 3, SOON);
  expect(said).toEqual([expect.stringContaining('No space left on device')]);
  emulators.refusal = undefined;
  await vi.waitUntil(() => existsSync(join(folder, 'data')), SOON);
  keeping.stop();
  expect(await keeping.finish(never)).toBe(true);
});

test('at the end it is tried until it works, and a failure is explained', async () => {
  emulators.refusal = 'No space left on device';
  const finished = keeper().finish(never);
  await vi.waitUntil(() => emulators.asked.length > 2, SOON);
  expect(said).toEqual([expect.stringMatching(/No space left on device[^]*Ctrl-C gives up/)]);
  emulators.refusal = undefined;
  expect(await finished).toBe(true);
  expect(documents()).toBe('documents 1');
});

test('a press gives up what cannot be kept', async () => {
  emulators.refusal = 'No space left on device';
  let press: () => void = () => undefined;
  const finished = keeper().finish(() => new Promise<void>((resolve) => (press = resolve)));
  await vi.waitUntil(() => emulators.asked.length > 2, SOON);
  press();
  expect(await finished).toBe(false);
});

test('what has ended is not asked for ever', async () => {
  await emulators.endFirestore();
  expect(await keeper({ hasEnded: () => true }).finish(never)).toBe(false);
  expect(said).toEqual([expect.stringContaining('has ended')]);
});
