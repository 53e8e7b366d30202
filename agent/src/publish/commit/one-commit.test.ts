import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import type { StartedRunner } from '../../testing/start-runner.ts';
import { killRunner, useRunners } from '../../testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => void (host = await startGitHost()));
beforeEach(async () => void (api = await startTestApi()));
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();
const start = () => runners.start(api.url, host.env);

const KEY = 'key-that-nobody-approved';
const remove = (key: string) => `Replace \`${key}\` with \`nothing\` in settings.md`;

/** A task that writes the key into a file, up to the question whether to publish that. */
async function askedToPublishKey(...names: [string, ...string[]]) {
  const repositories = names.map((name) => {
    host.create(`acme/${name}`, { 'README.md': '# Read me\n' });
    api.state.tokens.set(name, host.token);
    const cloneUrl = `https://github.com/acme/${name}.git`;
    return { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
  });
  const folder = names.length === 1 ? '' : `${names[0]}/`;
  const description = `Create ${folder}settings.md with "${KEY}".`;
  const task = api.state.addTask({ title: 'The settings', description, repositories });
  const runner = start();
  return {
    task,
    runner,
    first: await publishOf(task),
    branch: `countersign/${task.id}`,
    repository: `acme/${names[0]}`,
  };
}

const next = (task: StoredTask, known: StoredItem[] = []): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id).find((item) => !known.includes(item)), 'a request');

/** Approves each step until it is asked whether to publish; leaves questions that are known alone. */
async function publishOf(task: StoredTask, known: StoredItem[] = []): Promise<StoredItem> {
  for (;;) {
    const item = await next(task, known);
    if (item.toolName === 'publish') return item;
    api.state.decide(item.id, true);
  }
}

async function completes(task: StoredTask): Promise<void> {
  await api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
  expect(task.status, api.state.logs.join('')).toBe('completed');
}

/** Ends the container as a pause does: what there is to save is saved. */
async function pause(runner: StartedRunner): Promise<void> {
  api.state.directive = 'pause';
  api.state.changed();
  await runner.exited;
  api.state.directive = 'run';
}

const commitOf = ({ toolParameters }: StoredItem) => (toolParameters as { commit: string }).commit;
const publishItems = (task: StoredTask) => api.state.itemsOf(task.id).filter((item) => item.toolName === 'publish');

/** Expects these commits on the branch beyond `main`, newest first, and the key in the history of none of them. */
function expectOnly(repository: string, branch: string, commits: string[]): void {
  expect(host.git(repository, 'rev-list', `main..${branch}`).split('\n')).toEqual(commits);
  expect(host.git(repository, 'log', '-p', `main..${branch}`)).not.toContain(KEY);
}

it('publishes nothing of a commit that was rejected, only the one that is approved afterwards', async () => {
  const { task, first, branch, repository } = await askedToPublishKey('rejected');
  api.state.say(task, remove(KEY));
  api.state.decide(first.id, false, 'It has the key');
  const second = await publishOf(task);
  expect(second.fileContent).not.toContain(KEY);
  api.state.decide(second.id, true);
  await completes(task);
  expectOnly(repository, branch, [commitOf(second)]);
  expect(host.git(repository, 'cat-file', '--batch-all-objects', '--batch-check')).not.toContain(commitOf(first));
  expect(await host.pulls(repository)).toHaveLength(1);
});

it('publishes nothing of it either after its runner was killed, and asks once about what is approved then', async () => {
  const { task, runner, first, branch, repository } = await askedToPublishKey('killed');
  api.state.say(task, remove(KEY));
  api.state.decide(first.id, false, 'It has the key');
  await next(task);
  await api.state.until(() => api.state.items.get(first.id)?.grant === 'told', 'the rejected commit to be saved');
  await killRunner(runner);
  const second = await approvedWhileAway(task);
  expectOnly(repository, branch, [commitOf(second)]);
  expect(publishItems(task)).toMatchObject([{ id: first.id }, { id: second.id, grant: 'executed', releases: 1 }]);
});

it('publishes nothing of a commit whose question a message has replaced', async () => {
  const { task, runner, first, branch, repository } = await askedToPublishKey('replaced');
  await pause(runner);
  api.state.say(task, remove(KEY));
  start();
  const second = await publishOf(task, [first]);
  expect(api.state.items.get(first.id)).toMatchObject({ isApproved: false, replacedBy: second.id });
  api.state.decide(second.id, true);
  await completes(task);
  expectOnly(repository, branch, [commitOf(second)]);
});

it('adds to what was published before, without what was rejected in between, each repository on its own', async () => {
  const { task, runner, first, branch, repository } = await askedToPublishKey('followed', 'beside');
  api.state.decide(first.id, true);
  await completes(task);
  await runner.exited;
  const say = (key: string) =>
    api.state.say(task, `Create followed/more.md with "${key}". Create beside/a.md with "a".`);
  say('unwanted-key');
  api.state.reopen(task);
  start();
  const unwanted = await publishOf(task);
  api.state.say(task, 'Replace `unwanted-key` with `nothing` in followed/more.md');
  api.state.decide(unwanted.id, false, 'It has the key');
  const beside = await publishOf(task);
  expect(beside.title).toBe('Publish to acme/beside');
  api.state.decide(beside.id, true);
  const wanted = await publishOf(task);
  api.state.decide(wanted.id, true);
  await completes(task);
  const added = host.git(repository, 'rev-list', `main..${branch}`).split('\n');
  expect(added).toEqual([commitOf(wanted), commitOf(first)]);
  expect(host.git(repository, 'log', '-p', `main..${branch}`)).not.toContain('unwanted-key');
  expect(host.git('acme/beside', 'rev-list', `main..${branch}`)).toBe(commitOf(beside));
});

it('does not bring back what was published once its owner has deleted the branch', async () => {
  const { task, runner, first, branch, repository } = await askedToPublishKey('deleted');
  api.state.decide(first.id, true);
  await completes(task);
  await runner.exited;
  host.git(repository, 'update-ref', '-d', `refs/heads/${branch}`);
  api.state.say(task, remove(KEY));
  api.state.reopen(task);
  start();
  const second = await publishOf(task);
  api.state.decide(second.id, true);
  await completes(task);
  expectOnly(repository, branch, [commitOf(second)]);
});

/** The next question whether to publish, approved after the container that asked it has left; resolves at the task's end. */
async function approvedWhileAway(task: StoredTask): Promise<StoredItem> {
  const runner = start();
  const asked = await publishOf(task);
  await pause(runner);
  api.state.decide(asked.id, true);
  start();
  await completes(task);
  return asked;
}

/** A task whose commit was pushed by a runner that ended before it heard so. */
async function pushedUnheard(name: string) {
  const asked = await askedToPublishKey(name);
  const { runner, first, repository } = asked;
  const bare = host.fileOf(repository);
  const [arrived, blocked] = [join(bare, 'arrived'), join(bare, 'blocked')];
  writeFileSync(blocked, '');
  const hook = `#!/bin/sh\ntouch '${arrived}'; while [ -e '${blocked}' ]; do sleep 0.1; done\n`;
  writeFileSync(join(bare, 'hooks/post-receive'), hook, { mode: 0o755 });
  await pause(runner);
  api.state.decide(first.id, true);
  const pushing = start();
  await vi.waitFor(() => expect(existsSync(arrived)).toBe(true), { timeout: 90_000, interval: 50 });
  await killRunner(pushing);
  rmSync(blocked);
  return asked;
}

it('adds to a commit of which only GitHub knows that it was pushed', async () => {
  const { task, first, branch, repository } = await pushedUnheard('unanswered');
  api.state.say(task, 'Create b.md with "b"');
  const second = await approvedWhileAway(task);
  expect(host.git(repository, 'rev-list', `main..${branch}`).split('\n')).toEqual([commitOf(second), commitOf(first)]);
  expect(publishItems(task).map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('ends with a commit of which only GitHub knew that it was pushed, where the next one is rejected', async () => {
  const { task, first } = await pushedUnheard('rejected-next');
  api.state.say(task, 'Create b.md with "b"');
  start();
  api.state.decide((await publishOf(task)).id, false);
  await completes(task);
  expect(task.finish?.commit).toBe(commitOf(first));
});
