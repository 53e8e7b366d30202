import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { agentRoutes } from './agent-api/index.ts';
import {
  canonicalGithubUrl,
  createProject,
  createProjectRepository,
  createRepository,
  createTask,
  isSameRepository,
  parseGithubUrl,
  repositoryAuth,
  updateTask,
} from './index.ts';

const issuesOf = (schema: z.ZodMiniType | undefined, value: unknown) =>
  z.safeParse(schema ?? z.never(), value).error?.issues ?? [];

describe('parseGithubUrl', () => {
  test.each([
    ['https://github.com/acme/hello-world', 'acme', 'hello-world'],
    ['https://github.com/acme/hello-world.git', 'acme', 'hello-world'],
    ['http://www.github.com/acme/hello.world/', 'acme', 'hello.world'],
    ['git@github.com:acme/x.git', 'acme', 'x'],
    ['github.com/a/b', 'a', 'b'],
  ])('%s', (url, owner, name) => expect(parseGithubUrl(url)).toEqual({ owner, name }));
  test.each([
    'https://gitlab.com/a/b',
    'https://github.com/a',
    'https://github.com/a/..',
    'https://evil.com/github.com/a/b',
    '--x',
  ])('refuses %s', (url) => expect(parseGithubUrl(url)).toBeNull());
});

test('one repository has many spellings, and another owner or name is another one', () => {
  const app = { owner: 'Acme', name: 'app.js' };
  expect(isSameRepository(app, { owner: 'acme', name: 'App.JS' })).toBe(true);
  expect(isSameRepository(app, { owner: 'acme2', name: 'app.js' })).toBe(false);
  expect(isSameRepository(app, { owner: 'acme', name: 'app' })).toBe(false);
});

describe('canonicalGithubUrl', () => {
  test.each([
    'github.com/Acme/hello.World',
    'https://github.com/Acme/hello.World',
    'HTTPS://GitHub.com/Acme/hello.World.git',
    'http://www.github.com/Acme/hello.World/',
    'git@github.com:Acme/hello.World.git',
    ' https://WWW.github.com/Acme/hello.World.GIT/ ',
  ])('%s', (url) => expect(canonicalGithubUrl(url)).toBe('https://github.com/Acme/hello.World'));
  test('is null for any other address', () => expect(canonicalGithubUrl('https://gitlab.com/a/b')).toBeNull());
});

describe('the address of a pull request', () => {
  const issuesOfAddress = (pullRequestUrl: unknown) =>
    issuesOf(agentRoutes.finish.body, {
      epoch: 1,
      status: 'completed',
      item: { id: 'a', type: 'completion', title: 'Done' },
      pullRequestUrl,
    });
  test.each(['https://github.com/acme/hello/pull/1', null, undefined])('%s', (url) =>
    expect(issuesOfAddress(url)).toEqual([]),
  );
  test.each([
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://github.com',
    'https://',
    'https://a b',
    '//github.com',
  ])('%j is refused', (url) => expect(issuesOfAddress(url)).toMatchObject([{ path: ['pullRequestUrl'] }]));
});

describe('bodies', () => {
  test('a project has its defaults', () =>
    expect(z.parse(createProject, { name: '  A ' })).toEqual({
      name: 'A',
      status: 'active',
      autoCreateContainers: false,
    }));
  test('all issues come at once, unknown fields among them', () =>
    expect(issuesOf(createProject, { name: '', status: '', userId: 'me' })).toHaveLength(3));
  test('owner is required inside a project', () =>
    expect(issuesOf(createProjectRepository, { url: 'https://github.com/a/b' })[0]?.message).toBe('Owner is required'));
  test.each(['', '  ', undefined])('a missing owner (%s) is one mistake', (owner) => {
    const body = { owner, url: 'https://github.com/a/b' };
    expect(issuesOf(createProjectRepository, body)).toHaveLength(1);
    expect(issuesOf(createRepository, { ...body, name: 'b' })).toHaveLength(1);
  });
  test('an owner that only looks like one is refused', () => {
    const body = { owner: '\u212Aelvin', url: 'https://github.com/kelvin/x' };
    const wanted = [{ message: 'Owner is not a GitHub account name' }];
    expect(issuesOf(createProjectRepository, body)).toMatchObject(wanted);
    expect(issuesOf(createRepository, { ...body, name: 'x' })).toMatchObject(wanted);
  });
  test.each([-0.1, 10.1, Number.NaN, Infinity, '5'])('priority %s is refused', (priority) =>
    expect(issuesOf(createTask, { title: 't', priority })).not.toHaveLength(0),
  );
  test('no task may begin as failed', () =>
    expect(issuesOf(createTask, { title: 't', status: 'failed' })).toHaveLength(1));
  test('an empty change is refused', () => expect(issuesOf(updateTask, {})).toHaveLength(1));
  test('lone surrogates and control characters are refused', () => {
    expect(issuesOf(createTask, { title: '\ud800' })).not.toHaveLength(0);
    expect(issuesOf(createTask, { title: 'a\u0000b' })).not.toHaveLength(0);
  });
  test('a token has the form of a GitHub token, or is empty or null', () => {
    expect(issuesOf(repositoryAuth, { githubToken: 'password' })).toHaveLength(1);
    expect(issuesOf(repositoryAuth, { githubToken: '' })).toHaveLength(0);
    expect(issuesOf(repositoryAuth, { githubToken: null })).toHaveLength(0);
    expect(issuesOf(repositoryAuth, { githubToken: `ghp_${'a'.repeat(36)}` })).toHaveLength(0);
  });
});
