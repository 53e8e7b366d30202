import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { killRunner as kill, useRunners } from '../../testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'README.md': '# App\n' });
});
beforeEach(async () => {
  api = await startTestApi();
  api.state.tokens.set('repo', host.token);
});
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();
/** Here every wait counts as long. */
const start = () => runners.start(api.url, { ...host.env, LONG_WAIT_SECONDS: '0' });

it('reports each thing that a task waits for inside its container, and keeps how long it took', async () => {
  const cloneUrl = 'https://github.com/acme/app.git';
  const task = api.state.addTask({
    title: 'Create a.md with "a"',
    repositories: [{ id: 'repo', owner: 'acme', name: 'app', cloneUrl, isPrivate: false, hasToken: true }],
  });
  const lineOf = (title: string) => api.state.itemsOf(task.id).find((item) => item.title === title)?.content;
  const ended = () => task.status === 'completed' || task.status === 'failed';
  const first = start();
  await api.state.until(() => api.state.undecided(task.id)[0], 'a request');
  await api.state.until(() => lineOf('Starting the agent')?.includes('It took'), 'how long the start took');
  await api.state.until(() => task.checkpoint !== null, 'the first save');
  await kill(first);
  start();
  while (!ended()) {
    const asked = await api.state.until(() => ended() || api.state.undecided(task.id)[0], 'a request or the end');
    if (asked !== true && asked) api.state.decide(asked.id, true);
  }
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const titles = [
    'Cloning acme/app',
    'Fetching the saved work',
    'Preparing the files',
    'Starting the agent',
    'Saving the work',
    'Pushing to acme/app',
    'Opening the pull request',
  ];
  for (const title of titles) expect(lineOf(title), title).toMatch(/\n\nIt took \d+s( in all, in \d+ waits)?\.$/);
  const kinds = new Set(task.notices.map((notice) => notice?.kind));
  for (const kind of ['files', 'agent', 'publish']) expect(kinds, kind).toContain(kind);
});
