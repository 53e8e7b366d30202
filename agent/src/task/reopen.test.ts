import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { killRunner, useRunners } from '../testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => void (host = await startGitHost()));
beforeEach(async () => void (api = await startTestApi()));
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();

/** A repository of this test's own, with a token unless it says otherwise. */
function newRepository(name: string, files: Record<string, string> = { 'README.md': '# Read me\n' }) {
  host.create(`acme/${name}`, files);
  api.state.tokens.set(name, host.token);
  const cloneUrl = `https://github.com/acme/${name}.git`;
  return { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
}

/** The same repository, deleted and added again: it has another id. */
function addedAgain(repository: ReturnType<typeof newRepository>) {
  api.state.tokens.delete(repository.id);
  const id = `${repository.id}-again`;
  api.state.tokens.set(id, host.token);
  return { ...repository, id };
}

/** Approves whatever is asked until a request with this title comes; resolves with it. */
async function requestOf(task: StoredTask, title: string): Promise<StoredItem> {
  for (;;) {
    const [first] = await api.state.until(() => nonEmpty(api.state.undecided(task.id)), `a request "${title}"`);
    if (first.title.startsWith(title)) return first;
    api.state.decide(first.id, true);
  }
}

const nonEmpty = <T>([first, ...rest]: T[]): [T, ...T[]] | null => (first === undefined ? null : [first, ...rest]);
const approve = async (task: StoredTask, title: string) => api.state.decide((await requestOf(task, title)).id, true);
const completionOf = (task: StoredTask) =>
  api.state.itemsOf(task.id).findLast((item) => item.type === 'completion')?.content ?? '';

/** Waits until the task ends, and expects that end. */
async function ends(task: StoredTask, status: 'completed' | 'failed'): Promise<void> {
  await api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
  expect(task.status, `${completionOf(task)}\n${api.state.logs.join('')}`).toBe(status);
}

/** Has one step done and saved, then kills the runner while it waits for the next. */
async function beginAndDie(task: StoredTask, first: string, second: string): Promise<void> {
  const runner = runners.start(api.url, host.env);
  const { id } = await requestOf(task, first);
  api.state.decide(id, true);
  await requestOf(task, second);
  await api.state.until(() => api.state.items.get(id)?.grant === 'executed', 'the first step to be saved');
  runner.process.kill('SIGKILL');
  await runner.exited;
}

const twoSteps = { title: 'Create a.md with "a"', description: 'Create b.md with "b".' };

describe('a task goes on', () => {
  it('in a repository that was empty when it began', async () => {
    const repository = newRepository('empty', {});
    host.git('acme/empty', 'update-ref', '-d', 'refs/heads/main');
    const task = api.state.addTask({ ...twoSteps, repositories: [repository] });
    await beginAndDie(task, 'Create a.md', 'Create b.md');
    const second = runners.start(api.url, host.env);
    await approve(task, 'Create b.md');
    const first = await requestOf(task, 'Publish');
    expect(first.toolParameters).not.toHaveProperty('follows');
    api.state.decide(first.id, true);
    await ends(task, 'completed');
    await second.exited;
    expect(host.git('acme/empty', 'ls-tree', '--name-only', `countersign/${task.id}`)).toBe('a.md\nb.md');
    expect(host.git('acme/empty', 'rev-list', '--count', `countersign/${task.id}`), 'its first commit').toBe('1');
    const why = 'acme/empty has no branch "main" that a pull request could go to: the pushed branch is the result.';
    expect(completionOf(task)).toContain(why);
    const { toolResponse } = api.state.itemsOf(task.id).findLast(({ toolName }) => toolName === 'publish') ?? {};
    expect(toolResponse).toMatchObject({ pullRequest: why, canRetry: false });
    api.state.say(task, 'Create c.md with "c"');
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await approve(task, 'Create c.md');
    const before = host.git('acme/empty', 'rev-parse', `countersign/${task.id}`);
    const publish = await requestOf(task, 'Publish');
    expect(publish.toolParameters, 'what is new beside what was approved before').toMatchObject({
      follows: { commit: before, changed: { files: 1, listed: ['c.md'] } },
    });
    api.state.decide(publish.id, true);
    await ends(task, 'completed');
    expect(host.git('acme/empty', 'ls-tree', '--name-only', `countersign/${task.id}`)).toBe('a.md\nb.md\nc.md');
    expect(host.git('acme/empty', 'rev-list', '--count', `countersign/${task.id}`)).toBe('2');
  });

  it('beside a repository that was linked since, and without one that it has not changed', async () => {
    const [kept, gone] = [newRepository('kept'), newRepository('gone')];
    const task = api.state.addTask({
      title: 'Create kept/a.md with "a"',
      description: 'Create kept/b.md with "b".',
      repositories: [kept, gone],
    });
    await beginAndDie(task, 'Create kept/a.md', 'Create kept/b.md');
    task.given.repositories = [kept, newRepository('late')];
    runners.start(api.url, host.env);
    await approve(task, 'Create kept/b.md');
    await approve(task, 'Publish to acme/kept');
    await ends(task, 'completed');
    expect(host.git('acme/kept', 'ls-tree', '--name-only', `countersign/${task.id}`)).toBe('README.md\na.md\nb.md');
  });

  it('when a repository that it has changed is linked again, and not before', async () => {
    const [left, right] = [newRepository('left'), newRepository('right')];
    const task = api.state.addTask({
      title: 'Create left/a.md with "a"',
      description: 'Create left/b.md with "b".',
      repositories: [left, right],
    });
    await beginAndDie(task, 'Create left/a.md', 'Create left/b.md');
    await approve(task, 'Create left/b.md');
    task.given.repositories = [right];
    const unlinked = runners.start(api.url, host.env);
    await ends(task, 'failed');
    expect(completionOf(task)).toContain('The task has changed acme/left, which is no longer linked to its project');
    await unlinked.exited;
    task.given.repositories = [left, right];
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await approve(task, 'Publish to acme/left');
    await ends(task, 'completed');
    expect(host.git('acme/left', 'ls-tree', '--name-only', `countersign/${task.id}`)).toBe('README.md\na.md\nb.md');
  });

  it('when a repository that it has changed is linked again after it was deleted, under another id', async () => {
    const [former, other] = [newRepository('deleted'), newRepository('beside')];
    const task = api.state.addTask({
      title: 'Create deleted/a.md with "a"',
      description: 'Create deleted/b.md with "b".',
      repositories: [former, other],
    });
    await beginAndDie(task, 'Create deleted/a.md', 'Create deleted/b.md');
    task.given.repositories = [addedAgain(former), other];
    runners.start(api.url, host.env);
    await approve(task, 'Create deleted/b.md');
    const request = await requestOf(task, 'Publish to acme/deleted');
    const { attribution } = request.toolParameters as { attribution: object };
    expect(attribution, 'it is known which step made which file').toMatchObject({ files: 2, outside: { files: 0 } });
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    expect(host.git('acme/deleted', 'ls-tree', '--name-only', `countersign/${task.id}`)).toBe('README.md\na.md\nb.md');
  });
});

describe('a message to an ended task', () => {
  it('is worked on, and published to the same branch and in the same pull request', async () => {
    const repository = newRepository('continued');
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [repository] });
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    await approve(task, 'Publish');
    await ends(task, 'completed');
    await first.exited;
    const before = task.finish;
    const branch = `countersign/${task.id}`;
    expect(before).toMatchObject({ branch, commit: host.git('acme/continued', 'rev-parse', branch) });
    // As the server does it: a message to a task that has ended reopens it.
    api.state.say(task, 'Create b.md with "b"');
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await approve(task, 'Create b.md');
    const request = await requestOf(task, 'Publish');
    api.state.decide(request.id, true, null, { title: 'Both files' });
    await ends(task, 'completed');
    const commit = host.git('acme/continued', 'rev-parse', branch);
    expect(commit).not.toBe(before?.commit);
    expect(host.git('acme/continued', 'ls-tree', '--name-only', branch)).toBe('README.md\na.md\nb.md');
    expect(host.git('acme/continued', 'branch', '--list', 'countersign/*').trim()).toBe(branch);
    const pulls = await host.pulls('acme/continued');
    const { body } = request.toolParameters as { body: string };
    expect(body).toContain('2 files');
    const words = { title: 'Both files', body };
    expect(pulls).toMatchObject([{ html_url: before?.pullRequestUrl, head: { sha: commit }, ...words }]);
    expect(task.finish).toEqual({ branch, commit, pullRequestUrl: before?.pullRequestUrl });
    expect(task.messages, 'it was heard').toEqual([]);
  });
});

it('a message to a task whose pull request was merged: the next one is said to hold its changes again', async () => {
  const repository = newRepository('merged');
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [repository] });
  const first = runners.start(api.url, host.env);
  await approve(task, 'Create a.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await first.exited;
  host.git('acme/merged', 'update-ref', 'refs/heads/main', `countersign/${task.id}`);
  expect(await host.pulls('acme/merged'), 'none is open').toEqual([]);
  api.state.say(task, 'Create b.md with "b"');
  api.state.reopen(task);
  runners.start(api.url, host.env);
  await approve(task, 'Create b.md');
  const request = await requestOf(task, 'Publish');
  expect(request.content).toContain('Pull request #1 of this branch was merged. What follows is everything');
  api.state.decide(request.id, true);
  await ends(task, 'completed');
  expect(await host.pulls('acme/merged')).toMatchObject([{ html_url: task.finish?.pullRequestUrl, number: 2 }]);
  expect(api.state.items.get(request.id)?.toolResponse).toMatchObject({
    remark: 'Pull request #1 was merged; this one holds everything that the task has changed, also what was in #1.',
  });
});

it('an approval given while the container was away holds where GitHub cannot be asked about the last pull request', async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository('away')] });
  const branch = `countersign/${task.id}`;
  const first = runners.start(api.url, host.env);
  await approve(task, 'Create a.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await first.exited;
  host.git('acme/away', 'update-ref', 'refs/heads/main', branch);
  api.state.say(task, 'Create b.md with "b"');
  api.state.reopen(task);
  const second = runners.start(api.url, host.env);
  await approve(task, 'Create b.md');
  const request = await requestOf(task, 'Publish');
  expect(request.content).toContain('Pull request #1 of this branch was merged.');
  await leave(second);
  api.state.decide(request.id, true);
  runners.start(api.url, { ...host.env, GITHUB_API_URL: 'http://127.0.0.1:9' });
  await ends(task, 'completed');
  const { commit } = request.toolParameters as { commit: string };
  expect(host.git('acme/away', 'rev-parse', branch)).toBe(commit);
  expect(api.state.items.get(request.id)).toMatchObject({ grant: 'executed', releases: 1 });
});

/** Has the task's container leave, with its question open. */
async function leave(runner: ReturnType<typeof runners.start>): Promise<void> {
  api.state.directive = 'pause';
  api.state.changed();
  await runner.exited;
  api.state.directive = 'run';
}

/** Publishes `a.md`, and says something more to the task, which has ended; resolves once the next container is asked about that. */
async function publishAndGoOn(task: StoredTask, text: string) {
  const first = runners.start(api.url, host.env);
  await approve(task, 'Create a.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await first.exited;
  return goOn(task, text);
}

function goOn(task: StoredTask, text: string) {
  api.state.say(task, text);
  api.state.reopen(task);
  return runners.start(api.url, host.env);
}

it('a third commit that is approved while the container is away is published, with all that was pushed before', async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository('thrice')] });
  const branch = `countersign/${task.id}`;
  const second = await publishAndGoOn(task, 'Create b.md with "b"');
  await approve(task, 'Create b.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await second.exited;
  const third = goOn(task, 'Create c.md with "c"');
  await approve(task, 'Create c.md');
  const request = await requestOf(task, 'Publish');
  await leave(third);
  api.state.decide(request.id, true);
  runners.start(api.url, host.env);
  await ends(task, 'completed');
  const { commit } = request.toolParameters as { commit: string };
  expect(host.git('acme/thrice', 'rev-parse', branch)).toBe(commit);
  expect(host.git('acme/thrice', 'rev-list', '--count', `main..${branch}`)).toBe('3');
});

it('a message to a task whose repository was deleted and added again is published in the same pull request', async () => {
  const repository = newRepository('added');
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [repository] });
  const branch = `countersign/${task.id}`;
  const first = runners.start(api.url, host.env);
  await approve(task, 'Create a.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await first.exited;
  const before = task.finish?.pullRequestUrl;
  task.given.repositories = [addedAgain(repository)];
  goOn(task, 'Create b.md with "b"');
  await approve(task, 'Create b.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  expect(host.git('acme/added', 'rev-list', '--count', `main..${branch}`)).toBe('2');
  expect(await host.pulls('acme/added')).toMatchObject([{ html_url: before, head: { ref: branch } }]);
  expect(task.finish?.pullRequestUrl).toBe(before);
});

describe('the end names the pull request of the commit that it names', () => {
  it('and none where that could not be opened, whatever was merged before', async () => {
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository('unopened')] });
    const branch = `countersign/${task.id}`;
    await publishAndGoOn(task, 'Create b.md with "b"');
    host.git('acme/unopened', 'update-ref', 'refs/heads/main', branch);
    expect(await host.pulls('acme/unopened'), 'none is open').toEqual([]);
    await approve(task, 'Create b.md');
    const request = await requestOf(task, 'Publish');
    host.git('acme/unopened', 'branch', '--move', 'main', 'other');
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    const { commit } = request.toolParameters as { commit: string };
    expect(task.finish).toEqual({ branch, commit, pullRequestUrl: null });
    expect(completionOf(task)).toContain(`Published as ${commit.slice(0, 8)}`);
    expect(completionOf(task)).not.toContain('Pull request:');
    expect(completionOf(task), 'and why').toContain('The pull request could not be opened: ');
  });

  it('and not that of another repository', async () => {
    const repositories = [newRepository('opened'), newRepository('refused')];
    const task = api.state.addTask({
      title: 'Create opened/a.md with "a"',
      description: 'Create refused/b.md with "b".',
      repositories,
    });
    runners.start(api.url, host.env);
    await approve(task, 'Publish to acme/opened');
    const request = await requestOf(task, 'Publish to acme/refused');
    expect(await host.pulls('acme/opened')).toHaveLength(1);
    host.git('acme/refused', 'branch', '--move', 'main', 'other');
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    expect(task.finish).toMatchObject({ commit: host.git('acme/refused', 'rev-parse', `countersign/${task.id}`) });
    expect(task.finish?.pullRequestUrl).toBeNull();
    expect(completionOf(task)).not.toContain('Pull request:');
    expect(completionOf(task)).toContain('acme/refused: The pull request could not be opened: ');
  });
});

describe('a message while a container that has left waits for Publish', () => {
  const isPublish = ({ toolName }: StoredItem) => toolName === 'publish';
  const undecided = (task: StoredTask, isIt: (item: StoredItem) => boolean) =>
    api.state.until(() => api.state.undecided(task.id).find(isIt), 'a request');

  /** The question that the container has left open, and the step that its message leads to. */
  async function messageAtPublish(name: string) {
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository(name)] });
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const former = await requestOf(task, 'Publish');
    await leave(first);
    api.state.say(task, 'Create b.md with "b"');
    const second = runners.start(api.url, host.env);
    const step = await undecided(task, (item) => item.title === 'Create b.md');
    const nextPublish = () => undecided(task, (item) => isPublish(item) && item.id !== former.id);
    return { task, former, step, nextPublish, second };
  }

  /** A decision once it is known what came of it. */
  const toldOf = ({ id }: StoredItem) => {
    const item = api.state.items.get(id);
    return item?.grant === 'unused' || item?.grant === 'released' ? null : item;
  };

  /** Approves it, and expects that this very commit, with both files, is published at the end. */
  async function publishes(task: StoredTask, name: string, request: StoredItem) {
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    const branch = `countersign/${task.id}`;
    const { commit } = request.toolParameters as { commit: string };
    expect(host.git(`acme/${name}`, 'rev-parse', branch)).toBe(commit);
    expect(host.git(`acme/${name}`, 'ls-tree', '--name-only', branch)).toBe('README.md\na.md\nb.md');
    expect(host.git(`acme/${name}`, 'rev-list', '--count', `main..${branch}`)).toBe('1');
  }

  it('replaces that question by the one about the new commit', async () => {
    const { task, former, step, nextPublish } = await messageAtPublish('instead');
    api.state.decide(step.id, true);
    const request = await nextPublish();
    expect(api.state.undecided(task.id)).toEqual([request]);
    expect(api.state.items.get(former.id)).toMatchObject({ isApproved: false, replacedBy: request.id });
    await publishes(task, 'instead', request);
  });

  it('has an approval in that moment publish nothing, and say so', async () => {
    const { task, former, step, nextPublish } = await messageAtPublish('late');
    api.state.decide(former.id, true);
    api.state.decide(step.id, true);
    const request = await nextPublish();
    expect(() => host.git('acme/late', 'rev-parse', `countersign/${task.id}`)).toThrow();
    await publishes(task, 'late', request);
    const output = 'It was not published: the commit or its words had changed by then, and are asked about instead.';
    const toolResponse = { status: 'failed', output };
    expect(api.state.items.get(former.id)).toMatchObject({ grant: 'not_executed', releases: 1, toolResponse });
  });

  it('says so also where only the next container can tell the server', async () => {
    const { task, former, step, nextPublish, second } = await messageAtPublish('untold');
    api.state.decide(former.id, true);
    api.state.decide(step.id, true);
    const request = await nextPublish();
    const stored = await api.state.until(() => toldOf(former), 'the report, which comes when the work is saved');
    await killRunner(second);
    Object.assign(stored, { grant: 'released', toolResponse: null });
    api.state.decide(request.id, true);
    runners.start(api.url, host.env);
    const again = await api.state.until(() => toldOf(former), 'the same report');
    expect(again).toMatchObject({ grant: 'not_executed', toolResponse: { status: 'failed' } });
    await ends(task, 'completed');
  });

  it('has the agent told of a rejection in that moment, and asks about the new commit after it', async () => {
    const { task, former, step, nextPublish } = await messageAtPublish('unwanted');
    api.state.decide(former.id, false, 'Not this week');
    api.state.decide(step.id, true);
    await publishes(task, 'unwanted', await nextPublish());
    const told = api.state.items.get(former.id);
    expect(told).toMatchObject({ grant: 'told', chatResponse: expect.stringContaining('Not this week') as string });
  });
});

it("a message to an ended task leaves a pull request's text alone that reviewers have changed", async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository('edited')] });
  const first = runners.start(api.url, host.env);
  await approve(task, 'Create a.md');
  await approve(task, 'Publish');
  await ends(task, 'completed');
  await first.exited;
  await host.changePull('acme/edited', 1, { body: 'Closes #12' });
  api.state.say(task, 'Create b.md with "b"');
  api.state.reopen(task);
  runners.start(api.url, host.env);
  await approve(task, 'Create b.md');
  const request = await requestOf(task, 'Publish');
  api.state.decide(request.id, true);
  await ends(task, 'completed');
  expect(await host.pulls('acme/edited')).toMatchObject([{ number: 1, body: 'Closes #12' }]);
  expect(api.state.items.get(request.id)?.toolResponse).toMatchObject({
    remark: "Pushed; the pull request's text was changed since, and it was left as it is.",
  });
});

describe('publishing', () => {
  it('uses the token that is stored when it is approved', async () => {
    const repository = newRepository('renewed');
    api.state.tokens.set('renewed', 'one that is taken back');
    const task = api.state.addTask({
      title: 'Create a.md with "a"',
      repositories: [{ ...repository, hasToken: false }],
    });
    runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const request = await requestOf(task, 'Publish');
    api.state.tokens.set('renewed', host.token);
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    expect(host.git('acme/renewed', 'show', `countersign/${task.id}:a.md`)).toBe('a');
  });

  /** A task that has ended with a pushed commit and no pull request, which could now be opened. */
  async function publishedWithout(name: string): Promise<StoredTask> {
    const repository = newRepository(name);
    const main = host.git(`acme/${name}`, 'rev-parse', 'main');
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [repository] });
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const request = await requestOf(task, 'Publish');
    host.git(`acme/${name}`, 'branch', '--move', 'main', 'other');
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    expect(task.finish).toMatchObject({ commit: expect.any(String) as string, pullRequestUrl: null });
    await first.exited;
    host.git(`acme/${name}`, 'branch', '--move', 'other', 'main');
    expect(host.git(`acme/${name}`, 'rev-parse', 'main')).toBe(main);
    return task;
  }

  /** Somebody adds a commit to a branch on GitHub's pages; returns it. */
  function addByOther(name: string, branch: string, from: string): string {
    const by = (role: string, who: string) => `${role} ${who} 1700000000 +0000`;
    const people = [by('author', 'Ada <ada@example.com>'), by('committer', 'GitHub <noreply@github.com>')];
    const added = [`commit ${branch}`, ...people, 'data 6', 'Update', `from ${from}`, '', 'done', ''];
    host.feed(added.join('\n'), `acme/${name}`, 'fast-import', '--quiet', '--done');
    return host.git(`acme/${name}`, 'rev-parse', branch);
  }

  it.each([
    ['open', 'since'],
    ['merged', 'through'],
  ])('is not asked for again where the pull request was opened since, and is %s', async (state, name) => {
    const task = await publishedWithout(name);
    const branch = `countersign/${task.id}`;
    const url = await host.openPull(`acme/${name}`, branch);
    if (state === 'merged') host.git(`acme/${name}`, 'update-ref', 'refs/heads/main', branch);
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await api.state.until(() => task.status === 'completed' || api.state.undecided(task.id)[0], 'the end or a request');
    expect(api.state.undecided(task.id)).toEqual([]);
    expect(task.finish).toMatchObject({ commit: host.git(`acme/${name}`, 'rev-parse', branch), pullRequestUrl: url });
    expect(await host.pulls(`acme/${name}`)).toHaveLength(state === 'open' ? 1 : 0);
  });

  it('is asked for again, when the task is reopened, where no pull request could be opened', async () => {
    const task = await publishedWithout('baseless');
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await approve(task, 'Publish');
    await ends(task, 'completed');
    const [pull] = await host.pulls('acme/baseless');
    expect(task.finish).toMatchObject({ pullRequestUrl: pull?.html_url });
  });

  it.each([
    ['takes up an approval whose push has failed', 'One.', 'One.'],
    ['asks anew where the words are others than those that were approved', 'One.', 'Another.'],
  ])('%s', async (_what, before, after) => {
    const name = before === after ? 'failed' : 'reworded';
    const task = api.state.addTask({
      title: 'Create a.md with "a"',
      description: before,
      repositories: [newRepository(name)],
    });
    const branch = `refs/heads/countersign/${task.id}`;
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const request = await requestOf(task, 'Publish');
    host.git(`acme/${name}`, 'update-ref', branch, host.git(`acme/${name}`, 'rev-parse', 'main'));
    api.state.decide(request.id, true);
    await ends(task, 'failed');
    await first.exited;
    host.git(`acme/${name}`, 'update-ref', '-d', branch);
    Object.assign(task.given, { description: after });
    api.state.reopen(task);
    runners.start(api.url, host.env);
    if (before !== after) {
      const again = await requestOf(task, 'Publish');
      expect([again.id === request.id, again.toolParameters]).toMatchObject([
        false,
        { body: expect.stringContaining('Another.') as string },
      ]);
      api.state.decide(again.id, true);
    }
    await ends(task, 'completed');
    const [pull] = await host.pulls(`acme/${name}`);
    expect(pull?.body).toContain(after);
  });

  it("replaces nobody else's commit on the task's branch, and offers a patch", async () => {
    const repository = newRepository('reviewed');
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [repository] });
    const branch = `refs/heads/countersign/${task.id}`;
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const request = await requestOf(task, 'Publish');
    const theirs = addByOther('reviewed', branch, 'refs/heads/main');
    api.state.decide(request.id, true);
    await ends(task, 'failed');
    expect(completionOf(task)).toContain(`it ends with a commit by ada@example.com (${theirs.slice(0, 8)})`);
    expect(host.git('acme/reviewed', 'rev-parse', branch)).toBe(theirs);
    await first.exited;
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await ends(task, 'completed');
    const patch = api.state.itemsOf(task.id).find((item) => item.title === 'Changes for acme/reviewed, as a patch');
    expect(patch?.content).toContain('Then delete the branch and reopen the task.');
    expect(completionOf(task)).toContain('Nothing was pushed: Somebody has added to the branch');
    expect(host.git('acme/reviewed', 'rev-parse', branch)).toBe(theirs);
  });

  it('says at its end what was not pushed, where somebody has added to what was', async () => {
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository('extended')] });
    const branch = `refs/heads/countersign/${task.id}`;
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    await approve(task, 'Publish');
    await ends(task, 'completed');
    await first.exited;
    const commit = host.git('acme/extended', 'rev-parse', branch);
    addByOther('extended', branch, `${branch}^0`);
    goOn(task, 'Create b.md with "b"');
    await approve(task, 'Create b.md');
    await ends(task, 'completed');
    expect(task.finish).toMatchObject({ commit });
    expect(completionOf(task)).toContain(`Published as ${commit.slice(0, 8)}`);
    expect(completionOf(task)).toContain('What was made since was not pushed: Somebody has added to the branch');
  });
});

describe('a commit whose branch was deleted at the host', () => {
  /** A task that has published a file, whose branch is deleted then; GitHub closes its pull request with it. */
  async function deletedBranch(name: string) {
    const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [newRepository(name)] });
    const branch = `countersign/${task.id}`;
    const first = runners.start(api.url, host.env);
    await approve(task, 'Create a.md');
    const request = await requestOf(task, 'Publish');
    api.state.decide(request.id, true);
    await ends(task, 'completed');
    await first.exited;
    const commit = host.git(`acme/${name}`, 'rev-parse', branch);
    return { task, branch, request, commit, repository: `acme/${name}` };
  }

  async function remove({ repository, branch }: { repository: string; branch: string }) {
    host.git(repository, 'update-ref', '-d', `refs/heads/${branch}`);
    await host.changePull(repository, 1, { state: 'closed' });
  }

  it('is asked about again, and published again once that is approved', async () => {
    const { task, branch, request, commit, repository } = await deletedBranch('vanished');
    await remove({ repository, branch });
    api.state.reopen(task);
    runners.start(api.url, host.env);
    const again = await requestOf(task, 'Publish');
    expect(again.id).not.toBe(request.id);
    expect(again.toolParameters).toEqual(request.toolParameters);
    expect(() => host.git(repository, 'rev-parse', '--verify', `refs/heads/${branch}`), 'nothing by default').toThrow();
    api.state.decide(again.id, true);
    await ends(task, 'completed');
    expect(host.git(repository, 'rev-parse', branch)).toBe(commit);
    expect(await host.pulls(repository)).toMatchObject([{ number: 2, html_url: task.finish?.pullRequestUrl }]);
    expect(completionOf(task)).toContain(`Published as ${commit.slice(0, 8)}`);
  });

  it('is not said to be published where that is rejected, until the branch is restored', async () => {
    const { task, branch, commit, repository } = await deletedBranch('declined');
    await remove({ repository, branch });
    api.state.reopen(task);
    const second = runners.start(api.url, host.env);
    api.state.decide((await requestOf(task, 'Publish')).id, false, 'It was deleted on purpose.');
    await ends(task, 'completed');
    await second.exited;
    const text = `The commit ${commit.slice(0, 8)} is no longer on its branch at GitHub. Publishing again was rejected.`;
    expect(completionOf(task)).not.toContain('Published as');
    expect(completionOf(task)).toContain(text);
    expect(task.finish).toEqual({ branch: null, commit: null, pullRequestUrl: null, gone: [{ commit, text }] });
    host.git(repository, 'update-ref', `refs/heads/${branch}`, commit);
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await ends(task, 'completed');
    expect(api.state.undecided(task.id)).toEqual([]);
    expect(completionOf(task)).toContain(`Published as ${commit.slice(0, 8)}`);
    expect(task.finish).toMatchObject({ branch, commit });
    expect(task.finish).not.toHaveProperty('gone');
  });

  it('is not asked about again where its pull request was merged', async () => {
    const { task, branch, commit, repository } = await deletedBranch('swept');
    host.git(repository, 'update-ref', 'refs/heads/main', commit);
    expect(await host.pulls(repository), 'none is open').toEqual([]);
    host.git(repository, 'update-ref', '-d', `refs/heads/${branch}`);
    api.state.reopen(task);
    runners.start(api.url, host.env);
    await api.state.until(() => task.status === 'completed' || api.state.undecided(task.id)[0], 'the end or a request');
    expect(api.state.undecided(task.id)).toEqual([]);
    expect(completionOf(task)).toContain(`Published as ${commit.slice(0, 8)}`);
  });
});
