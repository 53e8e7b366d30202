import { createClient, routes } from '@countersign/contract';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START_PORTS } from '../../dev/stack/ports.ts';
import {
  end,
  newPlace,
  npmStart,
  pressCtrlC,
  processesOf,
  untilSaid,
  untilUp,
  type Place,
  type Started,
} from './support/started.ts';

let place: Place;
let running: Started[];

beforeEach(async () => {
  place = await newPlace();
  running = [];
});
// For whatever a failed test left: asks once more, then everything of the folder must go.
afterEach(async () => {
  for (const started of running) await end(started);
});

function start(env: Record<string, string> = {}): Started {
  const started = npmStart(place, [], env);
  running.push(started);
  return started;
}

test('a stack under test is given a free port for each of its parts', () => {
  const { ports } = place;
  expect(Object.keys(ports).sort()).toEqual(Object.keys(START_PORTS).sort());
  expect(new Set(Object.values(ports)).size).toBe(Object.keys(START_PORTS).length);
});

test('a first start serves the app with a demo user, Ctrl-C leaves no process, a second start keeps the data', async () => {
  chmodSync(place.folder, 0o755); // as earlier versions made it
  // As for a person: with the local servers from their sources, which takes longer.
  const first = start({ COUNTERSIGN_PROGRAMS: '' });
  await untilUp(first);
  expect(first.output()).toContain(`http://127.0.0.1:${place.ports.hosting}`);
  expect(first.output()).toContain('demo@countersign.dev / countersign');
  expect(first.output()).toMatch(/^ {2}Agents {8}Demo agent$/m);
  expect(statSync(place.folder).mode & 0o777, 'its data is for nobody else').toBe(0o700);
  const page = await fetch(`http://127.0.0.1:${place.ports.hosting}/projects`);
  expect(await page.text()).toContain('<title>Countersign</title>');
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${appUrl()}/api/health`)));
  const workers = processesOf(place.folder).filter((line) => line.includes('functionsEmulatorRuntime'));
  expect(workers.length, 'one process a function, however many requests at once').toBeLessThanOrEqual(3);

  const api = createClient({ baseUrl: appUrl(), headers: await signIn() });
  const [project] = await api.call(routes.listProjects);
  expect(project).toMatchObject({ name: 'Hello world', repositoryCount: 1, taskCount: 3 });
  const params = { id: project?.id ?? '' };
  await api.call(routes.postProjectTask, { params, body: { title: 'Kept', status: 'completed' } });
  await api.call(routes.postProjectContainer, { params, body: {} }); // so that something runs while it ends

  pressCtrlC(first);
  await first.exit;
  expect(first.output()).not.toContain('could not be kept');
  expect(processesOf(place.folder)).toEqual([]);

  const second = start();
  await untilUp(second);
  const again = createClient({ baseUrl: appUrl(), headers: await signIn() });
  const projects = await again.call(routes.listProjects);
  expect(projects.map(({ name }) => name)).toEqual(['Hello world']);
  expect(projects[0]?.tasks?.map(({ title }) => title)).toContain('Kept');
  second.process.kill('SIGTERM'); // only npm gets the signal, as from a service manager
  await second.exit;
  await expect.poll(() => processesOf(place.folder), { timeout: 60_000 }).toEqual([]);
  expect(second.output()).not.toContain('could not be kept');
});

test('Ctrl-C in the middle of the start ends everything', async () => {
  const started = start();
  await untilSaid(started, 'Starting the emulators');
  pressCtrlC(started);
  await started.exit;
  expect(processesOf(place.folder)).toEqual([]);
});

test('a taken port is named in one message, and the exit code is 1', async () => {
  const other = createServer().listen(place.ports.auth, '127.0.0.1');
  await once(other, 'listening');
  const started = start();
  expect(await started.exit).toBe(1);
  other.close();
  expect(started.output()).toContain(`Port ${place.ports.auth} (Auth) is taken.`);
  expect(started.output(), 'no stack trace').not.toMatch(/^\s+at /m);
  expect(processesOf(place.folder)).toEqual([]);
});

function appUrl(): string {
  return `http://127.0.0.1:${place.ports.hosting}`;
}

async function signIn(): Promise<() => Record<string, string>> {
  const url = `http://127.0.0.1:${place.ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@countersign.dev', password: 'countersign', returnSecureToken: true }),
  });
  const { idToken } = (await response.json()) as { idToken: string };
  return () => ({ Authorization: `Bearer ${idToken}` });
}
