import { ApiError, routes } from '@countersign/contract';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { pullsOf } from '../support/git-host.ts';
import { until } from '../support/until.ts';
import { newUser } from '../support/user.ts';
import type { Place, Started } from './support/started.ts';

const TOKEN = 'ghp_OfMineAtGitHub000000000000000000000000';

/** Stands in for GitHub: it answers only what GitHub's own API description knows, and anything else with an error. */
export interface Github {
  url: string;
  /** The environment for `npm start`, so that repositories are there. */
  env: Record<string, string>;
  /** Requests that GitHub does not describe. */
  errors: () => string;
  stop: () => Promise<void>;
}

/** Starts it on the port that the stack leaves free for a git host: none is started beside it. */
export async function startGithub({ folder, ports }: Place): Promise<Github> {
  const root = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'dev/git-host/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      GIT_HOST_PORT: String(ports.gitHost),
      GIT_HOST_FOLDER: join(folder, 'github'),
      GIT_HOST_TOKENS: JSON.stringify([TOKEN]),
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.resume();
  const url = `http://127.0.0.1:${ports.gitHost}`;
  await until('GitHub to answer', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  const settings = join(mkdtempSync(join(tmpdir(), 'countersign-env-')), '.env');
  const lines = [`GITHUB_SERVER_URL=${url}`, `GITHUB_API_URL=${url}/api/v3`];
  writeFileSync(settings, ['# mine', '#AGENTS=none', 'COUNTERSIGN_GITHUB=real', ...lines, ''].join('\n'));
  return {
    url,
    env: { COUNTERSIGN_ENV_FILE: settings },
    errors: () => errors,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** In a stack started like that: the token is checked there, the work pushed there, the pull request opened there. */
export async function expectWorkAtGithub(github: Github, started: Started): Promise<void> {
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
}
