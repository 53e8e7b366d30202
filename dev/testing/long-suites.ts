import { createHash } from 'node:crypto';
import { seed, SHARE, takesPart } from './sample.ts';

/**
 * Tests that start whole programs: most of the time of `npm test`, which therefore runs a part of them; `npm run
 * test:long` runs all. Folders, files and endings (docs/decisions/029-a-sample-of-the-long-suites.md).
 */
const LONG = [
  '.emulator.test.ts',
  'agent/src/agents/',
  'agent/src/attribution/attribution.test.ts',
  'agent/src/attribution/hidden-files.test.ts',
  'agent/src/attribution/ignored-files.test.ts',
  'agent/src/checkpoint/checkpoint-pack.test.ts',
  'agent/src/checkpoint/checkpoint.test.ts',
  'agent/src/checkpoint/fetch-pushed.test.ts',
  'agent/src/checkpoint/restore.test.ts',
  'agent/src/checkpoint/saved-reports.test.ts',
  'agent/src/lib/program-binds.test.ts',
  'agent/src/model/meter/model-tokens.test.ts',
  'agent/src/publish/commit/commit.test.ts',
  'agent/src/publish/commit/one-commit.test.ts',
  'agent/src/publish/commit/replaced-pointers.test.ts',
  'agent/src/publish/commit/taken-back.test.ts',
  'agent/src/publish/evidence.test.ts',
  'agent/src/publish/publish.test.ts',
  'agent/src/publish/push/branch-in-the-way.test.ts',
  'agent/src/publish/push/look-for-pushed.test.ts',
  'agent/src/publish/push/lost-branch.test.ts',
  'agent/src/publish/push/push-note.test.ts',
  'agent/src/publish/push/push.test.ts',
  'agent/src/publish/push/stop-before-push.test.ts',
  'agent/src/publish/push/tip.test.ts',
  'agent/src/publish/unlinked.test.ts',
  'agent/src/publish/unpublished.test.ts',
  'agent/src/publish/unsaved.test.ts',
  'agent/src/run.test.ts',
  'agent/src/security/',
  'agent/src/task/attribution.test.ts',
  'agent/src/task/refused-push.test.ts',
  'agent/src/task/reopen.test.ts',
  'agent/src/task/resume.test.ts',
  'agent/src/task/settings.test.ts',
  'agent/src/task/setup/setup.test.ts',
  'agent/src/task/submodules.test.ts',
  'agent/src/task/turns/',
  'agent/src/task/watch/',
  'agent/src/testing/dockerfile.test.ts',
  'agent/src/workspace/git/enclose.test.ts',
  'agent/src/workspace/git/find-base.test.ts',
  'agent/src/workspace/git/git-refusal.test.ts',
  'agent/src/workspace/git/kept-clones.test.ts',
  'agent/src/workspace/setup/keeping-files.test.ts',
  'agent/src/workspace/setup/kept-setup.test.ts',
  'agent/src/workspace/shared-folders.test.ts',
  'agent/src/workspace/snapshot/',
  'dev/backup/main.test.ts',
  'dev/cloud-run/restart.test.ts',
  'dev/cloud-run/server.test.ts',
  'dev/deploy/',
  'dev/firestore-emulator.test.ts',
  'dev/git-host/server.test.ts',
  'dev/lib/install-packages.test.ts',
  'dev/setup.test.ts',
  'dev/stack/build.test.ts',
  'dev/stack/firebase.test.ts',
  'dev/testing/choose-steps.test.ts',
  'dev/testing/run-steps.test.ts',
  'e2e/',
];

/** What each run proves all the same: consent, ownership, bad input, kills, the way through everything. */
const WHOLE = [
  'e2e/approvals.test.ts',
  'e2e/approvals-swipe.test.ts',
  'e2e/happy-path.test.ts',
  'e2e/resilience/kills.test.ts',
  'e2e/secrets.test.ts',
  'functions/src/acceptance/bad-inputs.emulator.test.ts',
  'functions/src/acceptance/consent-integrity.emulator.test.ts',
  'functions/src/acceptance/decisions/',
  'functions/src/acceptance/moves.emulator.test.ts',
  'functions/src/acceptance/route-table.emulator.test.ts',
  'functions/src/approvals/decide-item.emulator.test.ts',
  'functions/src/approvals/held-and-over.emulator.test.ts',
  'functions/src/approvals/undo-decision.emulator.test.ts',
];

/**
 * Of these one in 16 runs: the tricks of those who want to harm, a journey through each screen, what the runner is
 * promised, and what earlier versions have stored.
 */
const OFTEN = [
  'agent/src/publish/push/look-for-pushed.test.ts',
  'agent/src/publish/push/lost-branch.test.ts',
  'agent/src/security/',
  'e2e/account.test.ts',
  'e2e/calls.test.ts',
  'e2e/container-detail.test.ts',
  'e2e/containers.test.ts',
  'e2e/dashboard.test.ts',
  'e2e/decisions.test.ts',
  'e2e/happy-path-http.test.ts',
  'e2e/login.test.ts',
  'e2e/project-detail.test.ts',
  'e2e/projects.test.ts',
  'e2e/repositories.test.ts',
  'e2e/seen-property.test.ts',
  'e2e/stack/start.test.ts',
  'e2e/task-detail.test.ts',
  'e2e/tasks.test.ts',
  'functions/src/acceptance/agent-api.emulator.test.ts',
  'functions/src/acceptance/stored-documents.emulator.test.ts',
  'functions/src/acceptance/strangers.emulator.test.ts',
];

/**
 * Files whose tests are taken together. They tell one story: each needs what the one before it has made; or loading the
 * file takes longer than its tests, so that one that is left out is not even loaded.
 */
const TOGETHER = [
  '.emulator.test.ts',
  'dev/deploy/deploy.test.ts',
  'dev/deploy/policies.test.ts',
  'dev/deploy/settings.test.ts',
  'e2e/stack/hard-ends.test.ts',
];

/** What stands for the tests of a file that was not loaded. */
export const LEFT_OUT = '(all tests of this file are left out)';

const isIn = (list: readonly string[], path: string) =>
  list.some((one) => (one.startsWith('.') ? path.endsWith(one) : path.startsWith(one)));

/** True for the path, from the root of this checkout, of a test file of which a run of everything takes a part. */
export const isSampled = (path: string): boolean => isIn(LONG, path) && !isIn(WHOLE, path);

/** Whether this run runs a test: always, unless it takes a part of its file, and not this one. */
export const isTaken = (path: string, name: string): boolean =>
  !takesPart || !isSampled(path) || isTakenWith(seed, path, name);

/** Whether this run takes nothing of a file, which need not be loaded to know that. */
export const isWholeLeftOut = (path: string): boolean => isIn(TOGETHER, path) && !isTaken(path, '');

/** Whether a run with this seed takes a test of the long suites. Throws where its name changes with the seed. */
export function isTakenWith(ofSeed: number, path: string, name: string): boolean {
  const isTogether = isIn(TOGETHER, path);
  // A small number may be in any name. Such a test would be taken at random, and perhaps never.
  if (!isTogether && ofSeed > 999_999 && name.includes(String(ofSeed)))
    throw new Error(`${path}: "${name}" is named by the seed`);
  const digest = createHash('sha256')
    .update(isTogether ? path : `${path} ${name}`)
    .digest();
  const share = isIn(OFTEN, path) ? SHARE / 2 : SHARE;
  return digest.readUInt32BE() % share === ofSeed % share;
}

/** All that is named above; each must exist. */
export const named: readonly string[] = [...LONG, ...WHOLE, ...OFTEN, ...TOGETHER];
