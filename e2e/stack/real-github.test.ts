import { ApiError, routes } from '@countersign/contract';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { pullsOf } from '../support/git-host.ts';
import { until } from '../support/until.ts';
import { newUser } from '../support/user.ts';
import { newPlace, npmStart, pressCtrlC, untilUp, type Started } from './support/started.ts';
import { useStackAt } from './support/use-stack-at.ts';

const TOKEN = 'ghp_OfMineAtGitHub000000000000000000000000';
let started: Started;
/** Stands in for GitHub: it answers only what GitHub's own description of its API knows, and anything else with an error. */
let github: { url: string; process: ChildProcess; errors: () => string };

beforeAll(async () => {
  const place = await newPlace();
  useStackAt(place);
  // Its port of the stack is left free there: no git host is started beside it.
  github = startGithub(place.ports.gitHost ?? 0, place.folder);
  await until('GitHub to answer', () =>
    fetch(github.url).then(
      () => true,
      () => false,
    ),
  );
  const settings = join(mkdtempSync(join(tmpdir(), 'countersign-env-')), '.env');
  const lines = [`GITHUB_SERVER_URL=${github.url}`, `GITHUB_API_URL=${github.url}/api/v3`];
  writeFileSync(settings, ['# mine', '#AGENTS=none', 'COUNTERSIGN_GITHUB=real', ...lines, ''].join('\n'));
  started = npmStart(place, [], { COUNTERSIGN_ENV_FILE: settings });
  await untilUp(started);
}, 300_000);
afterAll(async () => {
  pressCtrlC(started);
  await started.exit;
  github.process.kill('SIGTERM');
  await once(github.process, 'exit');
}, 120_000);

test("one's own repository at GitHub: the token is checked there, the work pushed there, the pull request opened there", async () => {
  const demo = await newUser('github');
  expect(started.output()).toContain(`Repositories  yours, at ${github.url}`);
  const project = await demo.api.call(routes.postProject, { body: { name: 'Mine' } });
  const repository = await demo.api.call(routes.postProjectRepository, {
    params: { id: project.id },
    body: { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world' },
  });
  const store = (githubToken: string) =>
    demo.api.call(routes.putRepositoryAuth, {
      params: { id: repository.id },
      body: { githubToken, isPrivate: false },
    });
  await expect(store(TOKEN.replace('Mine', 'Ours'))).rejects.toThrow(ApiError);
  await store(TOKEN);
  const task = await demo.api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Write a greeting', description: 'Create `notes/hello.md`.' },
  });
  await demo.api.call(routes.postProjectContainer, { params: { id: project.id }, body: {} });
  const ended = await approveUntilEnded(demo, task.id);
  expect(ended.status).toBe('completed');
  expect(ended.pullRequestUrl).toBe(`${github.url}/acme/hello-world/pull/1`);
  expect(await pullsOf('acme/hello-world', `countersign/${task.id}`)).toHaveLength(1);
  expect(github.errors(), 'calls that GitHub does not describe').toBe('');
});

function startGithub(port: number, folder: string): typeof github {
  const root = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'dev/git-host/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      GIT_HOST_PORT: String(port),
      GIT_HOST_FOLDER: join(folder, 'github'),
      GIT_HOST_TOKENS: JSON.stringify([TOKEN]),
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.resume();
  return { url: `http://127.0.0.1:${port}`, process: child, errors: () => errors };
}
