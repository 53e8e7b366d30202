import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeJsonFile } from '../lib/json-file.ts';
import { identify, type ProcessIdentity } from '../lib/processes.ts';
import { startFakeEmulators, type FakeEmulators } from '../testing/fake-emulators.ts';
import { endLeftovers, noteProcessesIfPossible } from './leftovers.ts';

let folder: string;
let emulators: FakeEmulators;
let holder: ChildProcess;
let said: string[];
const say = (text: string) => void said.push(text);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-leftovers-'));
  said = [];
  emulators = await startFakeEmulators();
  holder = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
});
afterEach(async () => {
  holder.kill('SIGKILL');
  await emulators.endHub();
  await emulators.endFirestore();
});

/** Notes a run whose own process was killed, while the stand-in for its emulators lives. */
function noteKilledRun(change: Partial<ProcessIdentity> = {}): void {
  const identity = { ...identify(holder.pid ?? 0), ...change };
  const owner = { pid: 1, startedAt: 'long ago' };
  const data = { source: emulators.source, holder: identity };
  writeJsonFile(join(folder, 'processes.json'), { owner, services: [identity], data });
}

test('what the emulators of a killed run still hold is kept before they are ended', async () => {
  noteKilledRun();
  await endLeftovers(folder, say);
  expect(emulators.asked).toEqual(['firestore', 'accounts']);
  expect(existsSync(join(folder, 'data/accounts'))).toBe(true);
  expect(identify(holder.pid ?? 0)).toBeUndefined();
});

test('whoever begins anew wants none of it', async () => {
  noteKilledRun();
  await endLeftovers(folder);
  expect(emulators.asked).toEqual([]);
  expect(identify(holder.pid ?? 0)).toBeUndefined();
});

test('what answers at the address of an ended emulator is not asked', async () => {
  noteKilledRun({ startedAt: 'another time' });
  await endLeftovers(folder, say);
  expect(emulators.asked).toEqual([]);
});

test('where it cannot be kept, the emulators live on and the start says why', async () => {
  emulators.refusal = 'No space left on device';
  noteKilledRun();
  await expect(endLeftovers(folder, say)).rejects.toThrow(/No space left on device[^]*--fresh/);
  expect(identify(holder.pid ?? 0)).toBeDefined();
});

test('emulators that no longer answer are ended nevertheless', async () => {
  await emulators.endFirestore();
  noteKilledRun();
  await endLeftovers(folder, say);
  expect(said.at(-1)).toBe('The Firestore emulator did not answer: this start has what was kept before.');
  expect(identify(holder.pid ?? 0)).toBeUndefined();
});

test('a running stack goes on where the list cannot be written, and says so', () => {
  writeFileSync(join(folder, 'file'), '');
  noteProcessesIfPossible(say, join(folder, 'file'), []);
  expect(said).toEqual([expect.stringContaining('could not be noted: ')]);
});

test('a list of processes that is damaged stops nobody', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'processes.json'), '{"owner": ');
  await expect(endLeftovers(folder, say)).resolves.toBeUndefined();
});
