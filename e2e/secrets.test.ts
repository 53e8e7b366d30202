import { createClient, routes } from '@countersign/contract';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { newContainer } from './support/containers.ts';
import { fileOnBranch } from './support/git-host.ts';
import { allDocuments, allExecutions } from './support/inside.ts';
import { stack } from './support/stack.ts';
import { newUser } from './support/user.ts';

/** Three parts joined by dots, the first of which decodes to `{"…`: any JWT. */
const JWT = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

test('no reply, log, document or execution holds a GitHub token or a container JWT', { timeout: 300_000 }, async () => {
  const user = await newUser('secrets');
  const replies: string[] = [];
  const api = createClient({
    baseUrl: stack.url,
    headers: () => ({ Authorization: `Bearer ${user.idToken}` }),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      replies.push(`${init?.method} ${url} ${JSON.stringify([...response.headers])} ${await response.clone().text()}`);
      return response;
    },
  });

  const project = await api.call(routes.postProject, { body: { name: 'Vault' } });
  const repository = await api.call(routes.postRepository, {
    body: { name: 'vault', owner: 'acme', url: 'https://github.com/acme/vault' },
  });
  const authenticated = await api.call(routes.putRepositoryAuth, {
    params: { id: repository.id },
    body: { githubToken: stack.githubToken, isPrivate: true },
  });
  expect(authenticated).toMatchObject({ hasToken: true, isPrivate: true });
  await api.call(routes.putRepository, { params: { id: repository.id }, body: { projectId: project.id } });
  const task = await api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Open the vault', description: 'Create `found.md` with a summary, then run `env`.' },
  });
  const container = await newContainer({ api }, undefined, project.id);
  const ended = await approveUntilEnded({ ...user, api }, task.id, 200_000);
  expect(ended.status, 'the private repository was cloned and pushed to').toBe('completed');
  const clone = join(await mkdtemp(join(tmpdir(), 'vault-')), 'clone');
  expect(await fileOnBranch('acme/vault', `countersign/${task.id}`, 'found.md', clone, stack.githubToken)).not.toBe('');

  for (const route of [
    routes.listProjects,
    routes.listRepositories,
    routes.listTasks,
    routes.listContainers,
  ] as const) {
    await api.call(route);
  }
  await api.call(routes.getContainer, { params: { id: container.id } });
  await api.call(routes.getContainerLogs, { params: { id: container.id } });
  await api.call(routes.listTaskItems, { params: { id: task.id } });

  const documents = await allDocuments();
  const executions = await allExecutions();
  expect(documents.length, 'documents read').toBeGreaterThan(10);
  expect(JSON.stringify(executions), 'the execution of this container was read').toContain(container.id);
  for (const seen of [
    ...replies,
    ...documents.map((document) => JSON.stringify(document)),
    JSON.stringify(executions),
  ]) {
    expect(seen.includes(stack.githubToken) ? seen : '', 'holds the GitHub token').toBe('');
    expect(JWT.exec(seen)?.input ?? '', 'holds a JWT').toBe('');
  }
});
