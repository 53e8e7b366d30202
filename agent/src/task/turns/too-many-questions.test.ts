import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { useRunners } from '../../testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'README.md': '# App\n' });
});
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();

it('a task that may not ask any more fails with what the server says, and asks no further', async () => {
  api = await startTestApi();
  api.state.openMax = 0;
  api.state.tokens.set('repo', host.token);
  const cloneUrl = 'https://github.com/acme/app.git';
  const task = api.state.addTask({
    title: 'Create a.md with "a"',
    description: 'Create b.md with "b".',
    repositories: [{ id: 'repo', owner: 'acme', name: 'app', cloneUrl, isPrivate: false, hasToken: true }],
  });
  runners.start(api.url, host.env);
  await api.state.until(() => task.finish !== null, 'the end of the task');
  expect(task.status, api.state.logs.join('')).toBe('failed');
  const completion = api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
  expect(completion?.content).toMatch(/^This task has 0 open questions/);
  expect(api.state.itemsOf(task.id).filter(({ needsApproval }) => needsApproval)).toEqual([]);
});
