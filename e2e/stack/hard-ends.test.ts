import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { BY_INVITATION, testByInvitation } from './by-invitation.ts';
import { expectWorkAtGithub, startGithub, type Github } from './real-github.ts';
import {
  cutPower,
  end,
  newPlace,
  npmStart,
  pressCtrlC,
  processesOf,
  untilUp,
  type Place,
  type Started,
} from './support/started.ts';
import { askForObject, namedObject, nameObject } from './support/saved-work.ts';
import { useStackAt } from './support/use-stack-at.ts';

// A start takes longer than most of what is tested with it, so stacks that will be ended hard are first used by tests
// that need a start of their own kind.
const browser = useBrowser();
const [FIRST, SECOND] = ['tasks/kept/1-first', 'tasks/kept/2-second'];
let place: Place;
let github: Github;
let killed: Started;

beforeAll(async () => {
  place = await newPlace();
  useStackAt(place);
  github = await startGithub(place);
  killed = npmStart(place, [], github.env);
  await untilUp(killed);
}, 300_000);
afterAll(async () => {
  await end(killed);
  await github.stop();
}, 120_000);

test("one's own repository at GitHub: the token is checked there, the work pushed there, the pull request opened there", () =>
  expectWorkAtGithub(github, killed));

describe('after a kill', () => {
  let left: string[];
  let next: Started;
  beforeAll(async () => {
    await github.stop(); // its data lies there too
    process.kill(-(killed.process.pid ?? 0), 'SIGKILL');
    left = processesOf(place.folder);
    next = npmStart(place, [], BY_INVITATION);
    await untilUp(next);
  }, 300_000);
  afterAll(() => end(next), 120_000);

  test('the next start clears what was left', () => {
    expect(left, 'emulators live on after a kill').not.toEqual([]);
    expect(next.output()).toContain('Sign in');
    expect(next.output(), 'what they held is kept').toContain('Keeping the data of a run that did not end cleanly');
    expect(next.output()).not.toContain('could not be kept');
  });

  test('with an access list the demo user is not offered, and it says where verification links appear', () => {
    expect(next.output()).not.toContain('demo@countersign.dev');
    expect(next.output()).toContain(`its link appears in ${join(place.folder, 'logs/firebase.log')}`);
  });

  testByInvitation(browser);

  test('verification links do appear there', () => {
    expect(readFileSync(join(place.folder, 'logs/firebase.log'), 'utf8')).toContain('mode=verifyEmail');
  });

  test('and its data names saved work', async () => {
    expect(await askForObject(place, 'PUT', FIRST)).toBe(201);
    await nameObject(place, FIRST);
  });

  test('a second Ctrl-C gives containers no time, keeps the data and leaves nothing', async () => {
    const pressedAt = Date.now();
    pressCtrlC(next);
    await new Promise((resolve) => setTimeout(resolve, 700)); // a person's second press, not an echo of the first
    if (next.process.exitCode === null && next.process.signalCode === null) pressCtrlC(next);
    await next.exit;
    expect(processesOf(place.folder)).toEqual([]);
    expect(next.output()).not.toContain('could not be kept');
    expect(statSync(join(place.folder, 'data')).mtimeMs, 'kept at the end').toBeGreaterThanOrEqual(pressedAt);
  });
});

test('after a power failure the saved work is there that the documents of the last save name', async () => {
  const cutOff = npmStart(place);
  await untilUp(cutOff);
  // As when a task saves anew, after this start has saved all that it began with.
  expect(await askForObject(place, 'PUT', SECOND)).toBe(201);
  await nameObject(place, SECOND);
  expect(await askForObject(place, 'DELETE', FIRST)).toBe(204);
  expect(await askForObject(place, 'GET', FIRST)).toBe(404);
  cutPower(place, cutOff);
  await expect.poll(() => processesOf(place.folder), { timeout: 60_000 }).toEqual([]);
  const next = npmStart(place);
  try {
    await untilUp(next);
    expect(next.output(), 'nobody was left to ask').not.toContain('Keeping the data');
    expect(await namedObject(place)).toBe(FIRST);
    expect(await askForObject(place, 'GET', FIRST)).toBe(200);
  } finally {
    await end(next);
  }
});

test('a machine without an emulator and without a way to install one gets one clear message', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'countersign-path-'));
  for (const program of ['node', 'npm', 'sh', 'env', 'git', 'dirname']) {
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(programs, program));
  }
  const started = npmStart(await newPlace(), [], { PATH: programs });
  expect(await started.exit).toBe(1);
  expect(started.output().trim()).toBe('Install Java 21 or later (https://adoptium.net), then start again.');
});
