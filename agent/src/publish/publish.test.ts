import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { sampled } from '../../../dev/testing/sample.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { makeFolder, removeTestFolders, startRunner, type StartedRunner } from '../testing/start-runner.ts';

let host: TestGitHost;
let api: TestApi;
let runner: StartedRunner | null = null;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'README.md': '# App\n\nHello world\n', 'src/index.ts': 'export {};\n' });
  host.create('acme/lib', { 'lib.txt': 'one\n' });
});
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api.close();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const repository = (name: string, hasToken = true) => ({
  id: `repo-${name}`,
  owner: 'acme',
  name,
  cloneUrl: `https://github.com/acme/${name}.git`,
  isPrivate: false,
  hasToken,
});
const next = (task: StoredTask): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id)[0], 'a request');
const ended = (task: StoredTask) =>
  api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');

async function approveUntilPublish(task: StoredTask): Promise<StoredItem> {
  for (;;) {
    const item = await next(task);
    if (item.toolName === 'publish') return item;
    api.state.decide(item.id, true);
  }
}

it('pushes exactly the approved commit and opens its pull request, with the words of the person', async () => {
  api.state.tokens.set('repo-app', host.token);
  const task = api.state.addTask({
    title: 'Write notes/plan.md',
    description: 'Also replace `world` with `there` in README.md.',
    repositories: [repository('app')],
  });
  runner = startRunner(api.url, host.env);
  const write = await next(task);
  api.state.decide(write.id, true);
  const edit = await next(task);
  expect(edit).toMatchObject({
    type: 'tool_call',
    toolParameters: { path: 'README.md', oldText: '# App\n\nHello world\n', newText: '# App\n\nHello there\n' },
  });
  const publish = await approveUntilPublish(task);
  expect(publish).toMatchObject({ type: 'approval_request', enforcement: 'enforced' });
  const { commit, branch } = publish.toolParameters as { commit: string; branch: string };
  expect(branch).toBe(`countersign/${task.id}`);
  expect(publish.fileContent).toContain('+Hello there');
  expect(() => host.git('acme/app', 'rev-parse', branch), 'nothing is pushed before the approval').toThrow();
  api.state.decide(publish.id, true, null, { title: 'My own title' });
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(host.git('acme/app', 'rev-parse', branch)).toBe(commit);
  expect(host.git('acme/app', 'show', `${branch}:notes/plan.md`)).toBe(write.fileContent?.trimEnd());
  expect(host.git('acme/app', 'log', '-1', '--format=%an <%ae>%n%B', branch)).toContain(
    `Countersign <agent@countersign.dev>\nWrite notes/plan.md\n\nTask: ${task.id}`,
  );
  const pulls = await host.pulls('acme/app');
  expect(pulls.filter((pull) => pull.head.ref === branch)).toMatchObject([{ title: 'My own title' }]);
  expect(task.finish).toMatchObject({ branch, commit, pullRequestUrl: pulls[0]?.html_url });
  expect(api.state.items.get(publish.id)?.grant).toBe('executed');
  expect(JSON.stringify([api.state.logs, [...api.state.items.values()], runner.output()])).not.toContain(host.token);
});

it('completes without publishing when that is rejected and nothing new is made', async () => {
  api.state.tokens.set('repo-app', host.token);
  const task = api.state.addTask({ title: 'Create x.md with "x"', repositories: [repository('app')] });
  runner = startRunner(api.url, host.env);
  api.state.decide((await next(task)).id, true);
  const publish = await approveUntilPublish(task);
  api.state.decide(publish.id, false, 'Not this week');
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(task.finish).toMatchObject({ commit: null });
  expect(api.state.items.get(publish.id)?.chatResponse).toContain('Not this week');
  expect(() => host.git('acme/app', 'rev-parse', `countersign/${task.id}`)).toThrow();
});

it('offers a patch where nothing can be pushed, and puts several repositories in folders of their names', async () => {
  const task = api.state.addTask({
    title: 'Create app/a.md with "a"',
    repositories: [repository('app', false), repository('lib', false)],
  });
  runner = startRunner(api.url, host.env);
  api.state.decide((await next(task)).id, true);
  api.state.decide((await next(task)).id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const patch = api.state.itemsOf(task.id).find((item) => item.toolName === 'publish');
  expect(patch).toMatchObject({ title: 'Changes for acme/app, as a patch' });
  expect(patch?.needsApproval ?? false).toBe(false);
  expect(patch?.fileContent).toContain('+++ b/a.md');
  const listing = api.state.itemsOf(task.id).find((item) => item.title.startsWith('List the working folder'));
  expect(JSON.stringify(listing?.toolResponse)).toContain('lib/lib.txt');
});

it('publishes after all when a token is stored and the task reopened', async () => {
  const task = api.state.addTask({ title: 'Create late.md with "late"', repositories: [repository('app', false)] });
  runner = startRunner(api.url, host.env);
  for (let asked = 0; asked < 2; asked += 1) api.state.decide((await next(task)).id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  await reopen(task);
  await ended(task);
  expect(task.finish, 'still without a token').toMatchObject({ commit: null });
  expect(publishItems(task)).toMatchObject([{ title: 'Changes for acme/app, as a patch' }]);
  task.given.repositories = [repository('app')];
  api.state.tokens.set('repo-app', host.token);
  // The commit exists already: what is promised and signed must name whom its trailer names.
  const { countersignedBy } = api.state.evidence;
  api.state.evidence.countersignedBy = 'Ada L.';
  await reopen(task);
  const publish = await approveUntilPublish(task);
  expect(publish.toolParameters).toMatchObject({ evidence: { countersignedBy } });
  api.state.decide(publish.id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(host.git('acme/app', 'show', `countersign/${task.id}:late.md`)).toBe('late');
  const trailer = '--format=%(trailers:key=Countersigned-by,valueonly)';
  expect(host.git('acme/app', 'log', '-1', trailer, `countersign/${task.id}`).trim()).toBe(countersignedBy);
  expect(publishItems(task)).toMatchObject([{ title: 'Publish to acme/app', grant: 'executed' }]);
});

const publishItems = (task: StoredTask) => api.state.itemsOf(task.id).filter((item) => item.toolName === 'publish');

/** As the owner does; another container then continues. */
async function reopen(task: StoredTask): Promise<void> {
  await runner?.exited;
  Object.assign(task, { status: 'pending', finish: null });
  runner = startRunner(api.url, host.env);
}

it('offers the complete patch, however many requests it takes', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index} of a long file, in words: größer`);
  host.create('acme/long', { 'trick.sh': `seq -f "line %.0f of a long file, in words: größer" 0 59999 > long.txt\n` });
  const task = api.state.addTask({ title: 'trick', agent: 'custom', repositories: [repository('long', false)] });
  runner = startRunner(api.url, { ...host.env, ...misbehavingAgentEnv() });
  await ended(task);
  const patch = api.state.itemsOf(task.id).find((item) => item.toolName === 'publish')?.fileContent ?? '';
  expect(patch.length, api.state.logs.join('')).toBeGreaterThan(2_000_000);
  const clone = makeFolder();
  const git = (args: string[], input = '') => execFileSync('git', args, { cwd: clone, input });
  git(['init', '--quiet']);
  git(['apply', '-'], patch);
  expect(readFileSync(join(clone, 'long.txt'), 'utf8')).toBe(`${lines.join('\n')}\n`);
});

it.each(sampled([15_000, 60_000], 1))(
  'shows a patch of %i lines also where the question is asked again',
  async (lines) => {
    const name = `wide-${lines}`;
    api.state.tokens.set(`repo-${name}`, host.token);
    host.create(`acme/${name}`, { 'trick.sh': `seq -f "line %.0f of a file" ${lines} > wide.txt\n` });
    const task = api.state.addTask({ title: 'trick', agent: 'custom', repositories: [repository(name)] });
    const env = { ...host.env, ...misbehavingAgentEnv() };
    runner = startRunner(api.url, env);
    const first = await next(task);
    runner.process.kill('SIGKILL');
    await runner.exited;
    api.state.decide(first.id, true);
    // The pull request would now have other words than those that were approved.
    task.given.description = 'Said later.';
    runner = startRunner(api.url, env);
    const again = await next(task);
    expect(again.id).not.toBe(first.id);
    expect(again.fileContent?.length).toBeGreaterThan(lines * 15);
    expect(again.fileContent).toBe(first.fileContent);
  },
);

it('does not replace its own commit where a project has the repository twice, and offers the other as a patch', async () => {
  host.create('acme/twice', { 'README.md': '# Twice\n' });
  const twice = { ...repository('twice'), id: 'repo-second' };
  for (const id of ['repo-twice', twice.id]) api.state.tokens.set(id, host.token);
  const task = api.state.addTask({
    title: 'Create twice/a.md with "a"',
    description: 'Create acme-twice/b.md with "b".',
    repositories: [repository('twice'), twice],
  });
  runner = startRunner(api.url, host.env);
  const publish = await approveUntilPublish(task);
  api.state.decide(publish.id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const { commit, branch } = publish.toolParameters as { commit: string; branch: string };
  expect(host.git('acme/twice', 'rev-parse', branch)).toBe(commit);
  expect(host.git('acme/twice', 'ls-tree', '--name-only', branch)).toBe('README.md\na.md');
  const [, patch] = publishItems(task);
  expect(patch).toMatchObject({ title: 'Changes for acme/twice, as a patch' });
  expect(patch?.content).toContain(`acme/twice is linked to the project twice, and the branch ${branch} has a commit`);
  expect(patch?.fileContent).toContain('+++ b/b.md');
});

it('fails a task whose clone is refused with what to do, and goes on with the next', async () => {
  const broken = api.state.addTask({ title: 'Create a.md', repositories: [repository('missing', false)] });
  const fine = api.state.addTask({ title: 'Create a.md with "a"' });
  runner = startRunner(api.url, host.env);
  await ended(broken);
  expect(broken.status).toBe('failed');
  const completion = api.state.itemsOf(broken.id).find((item) => item.type === 'completion');
  expect(completion?.content).toBe(
    'acme/missing could not be cloned: it is private or does not exist, and no token is stored. Store one under Repositories and reopen the task.\n\nremote: Repository not found.',
  );
  for (let asked = 0; asked < 2; asked += 1) api.state.decide((await next(fine)).id, true);
  await ended(fine);
  expect(fine.status).toBe('completed');
});

it('fails a task whose approved push is refused with what to do, and pushes once another token is stored', async () => {
  api.state.tokens.set('repo-app', 'ghp_expired');
  const task = api.state.addTask({ title: 'Create again.md with "again"', repositories: [repository('app', false)] });
  runner = startRunner(api.url, host.env);
  api.state.decide((await approveUntilPublish(task)).id, true);
  await ended(task);
  expect(task.status).toBe('failed');
  expect(api.state.itemsOf(task.id).find((item) => item.type === 'completion')?.content).toBe(
    'acme/app could not be pushed to: GitHub refused the stored token. Store another one under Repositories and reopen the task.\n\nremote: Invalid username or token.',
  );
  api.state.tokens.set('repo-app', host.token);
  await reopen(task);
  // What came of the first consent is unknown: the runner looks for the commit, and pushes it under that consent.
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(host.git('acme/app', 'show', `countersign/${task.id}:again.md`)).toBe('again');
});
