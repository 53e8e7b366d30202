import { ApiError, type Project } from '@countersign/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  address,
  inDialog,
  isDialogOpen,
  offline,
  openPage,
  testProject,
  testRepository,
  testTask,
  type TestServer,
} from '../test-page.tsx';
import { deferred } from '../../lib/timing/deferred.ts';
import { type ProjectDialog, ProjectDialogs } from './project-dialogs.tsx';

const close = vi.fn();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  close.mockClear();
});

const path = '/api/projects/engine';
const agents = [{ id: 'demo', name: 'Demo', description: 'For trying it', needsModel: false }];
const config = (models: { name: string; isPriced: boolean }[] = []) => ({ models, agents });

function open(shown: ProjectDialog, server: TestServer, project: Partial<Project> = {}) {
  const known = {
    'GET /api/config': () => config(),
    'GET /api/projects': () => [testProject({ id: 'loom', name: 'Loom' })],
  };
  return openPage(<ProjectDialogs project={testProject(project)} shown={shown} onClose={close} />, {
    at: '/projects/engine',
    server: { ...known, ...server },
  });
}
const field = (label: string | RegExp) => inDialog().getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(inDialog().getByText(name, { selector: 'button' }));
const untilFree = (name: string) =>
  waitFor(() => expect(inDialog().getByText(name, { selector: 'button' })).toHaveProperty('disabled', false));

it('a new task: the focus goes back to where it was when the dialog closes', async () => {
  function Page() {
    const [shown, setShown] = useState<ProjectDialog | null>(null);
    return (
      <>
        <button onClick={() => setShown('task')}>Add Task</button>
        <ProjectDialogs project={testProject()} shown={shown} onClose={() => setShown(null)} />
      </>
    );
  }
  openPage(<Page />, {
    at: '/projects/engine',
    server: { 'GET /api/config': () => config(), 'GET /api/projects': () => [] },
  });
  const opener = screen.getByText('Add Task');
  opener.focus();
  fireEvent.click(opener);
  await waitFor(() => expect(field(/Title/).form?.parentElement?.contains(document.activeElement)).toBe(true));
  press('Cancel');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('a task: five statuses, priority from 0 to 10, 1 where no number was typed; complaints beside the fields', async () => {
  const create = `POST ${path}/tasks`;
  const server: TestServer = { [create]: offline };
  const { told, bodies, sent } = open('task', server);
  expect(field('Priority (0-10)').value).toBe('1');
  for (const [name, value] of Object.entries({ type: 'number', min: '0', max: '10', step: '0.1' }))
    expect(field('Priority (0-10)').getAttribute(name), name).toBe(value);
  const options = [...field('Status').querySelectorAll('option')].map(({ value }) => value);
  expect(options).toEqual(['pending', 'awaiting_approval', 'approved', 'running', 'completed']);
  type('Priority (0-10)', '11');
  press('Create Task');
  await inDialog().findByText('Title is required');
  inDialog().getByText('Priority is a number from 0 to 10');
  expect(document.activeElement, 'the first field to mend has the focus').toBe(field(/Title/));

  type(/Title/, 'Mend it');
  type('Description', 'With care');
  type('Priority (0-10)', '');
  type('Status', 'awaiting_approval');
  press('Create Task');
  await waitFor(() => expect(told).toEqual(['Failed to create task']));
  expect(field(/Title/).value, 'what was typed is kept').toBe('Mend it');
  await untilFree('Create Task');
  press('Create Task');
  const body = {
    title: 'Mend it',
    description: 'With care',
    status: 'awaiting_approval',
    priority: 1,
    projectId: 'engine',
  };
  await waitFor(() => expect(bodies(create)).toEqual([body, body]));
  await untilFree('Create Task');
  type(/Title/, 'Mend it well');
  press('Create Task');
  await waitFor(() => expect(bodies(create)).toHaveLength(3));
  const [first, again, other] = sent.filter(({ name }) => name === create).map(({ headers }) => headers);
  expect(first?.['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  expect(again, 'the first one may have arrived').toEqual(first);
  expect(other, 'another task').not.toEqual(first);
});

it('a budget in tokens where the model has no price, in money where it has one; whole tokens', async () => {
  const create = `POST ${path}/tasks`;
  const server: TestServer = {
    [create]: () => testTask(),
    'GET /api/config': () => config([{ name: 'llama', isPriced: false }]),
  };
  const { bodies } = open('task', server);
  await inDialog().findByLabelText('Budget (tokens)');
  type(/Title/, 'Weave');
  type('Budget (tokens)', '0.5');
  press('Create Task');
  await inDialog().findByText('Tokens must be a whole number');
  type('Budget (tokens)', '1000');
  press('Create Task');
  await waitFor(() => expect(bodies(create)).toMatchObject([{ budget: { amount: 1_000, unit: 'tokens' } }]));
});

it('a budget in money may have a decimal comma; what cannot be read as one is not sent as none', async () => {
  const create = `POST ${path}/tasks`;
  const { bodies } = open('task', {
    [create]: () => testTask(),
    'GET /api/config': () => config([{ name: 'llama', isPriced: true }]),
  });
  await inDialog().findByLabelText('Budget ($)');
  type(/Title/, 'Weave');
  for (const typed of ['2..5', '2e', '1,500']) {
    type('Budget ($)', typed);
    await waitFor(() => expect(inDialog().queryByText('A budget is a number such as 1500')).toBeNull());
    press('Create Task');
    await inDialog().findByText('A budget is a number such as 1500');
    expect(field('Budget ($)').value, 'to be corrected').toBe(typed);
  }
  expect(bodies(create)).toEqual([]);
  type('Budget ($)', '2,5');
  press('Create Task');
  await waitFor(() => expect(bodies(create)).toMatchObject([{ budget: { amount: 2.5, unit: 'usd' } }]));
});

it('a container with default settings; says when it could not be made', async () => {
  const { told, bodies } = open('container', {
    [`POST ${path}/containers`]: offline,
    'GET /api/config': () => ({ ...config(), imageTag: 'v2' }),
  });
  await inDialog().findByText('v2');
  press('Create Container');
  await waitFor(() => expect(told).toEqual(['Failed to create container']));
  expect(bodies(`POST ${path}/containers`)).toEqual([{ projectId: 'engine' }]);
  expect(isDialogOpen()).toBe(true);
});

it('a repository to link, saying whom it is taken from; only what is not linked here yet', async () => {
  const server: TestServer = {
    'GET /api/repositories': () => [
      testRepository({ id: 'free', name: 'free' }),
      testRepository({ id: 'taken', name: 'taken', projectId: 'loom' }),
      testRepository({ id: 'own', name: 'own', projectId: 'engine' }),
    ],
    'PUT /api/repositories/taken': offline,
  };
  const { told, bodies } = open('repository', server);
  const choice = await inDialog().findByLabelText<HTMLSelectElement>(/^Repository/);
  await waitFor(() =>
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Choose a repository',
      'acme/free',
      'acme/taken (in Loom)',
    ]),
  );
  fireEvent.change(choice, { target: { value: 'taken' } });
  await inDialog().findByText(
    /acme\/taken belongs to Loom now.*moves it\. Tasks there with unpublished work in it cannot go on/,
  );
  press('Add Repository');
  await waitFor(() => expect(told).toEqual(['Failed to link repository to project']));
  expect(bodies('PUT /api/repositories/taken')).toEqual([{ projectId: 'engine' }]);
  const ways = ['Go to Repositories', 'Create New Repository'].map((name) => inDialog().getByText(name).closest('a'));
  expect(ways.map((way) => way?.getAttribute('href'))).toEqual(['/repositories', '/repositories']);
});

it('a repository that the project has already is refused beside its address, and as the server says if it is chosen', async () => {
  const said = 'acme/own is linked to this project already';
  const server: TestServer = {
    'GET /api/repositories': () => [
      testRepository({ id: 'other', name: 'Own' }),
      testRepository({ id: 'own', name: 'own', projectId: 'engine' }),
    ],
    'PUT /api/repositories/other': () =>
      Promise.reject(new ApiError(409, 'Conflict', { code: 'conflict', message: said })),
  };
  const { bodies } = open('repository', server);
  await inDialog().findByLabelText(/^Repository/);
  type('Or a new one by its address', 'github.com/Acme/own');
  press('Add Repository');
  await inDialog().findByText('Acme/own is linked to this project already');
  expect(bodies('POST /api/repositories'), 'nothing is left behind').toEqual([]);
  type('Or a new one by its address', '');
  fireEvent.change(field(/^Repository/), { target: { value: 'other' } });
  press('Add Repository');
  await inDialog().findByText(said);
  expect(close).not.toHaveBeenCalled();
});

it.each<[ProjectDialog, string | RegExp]>([
  ['edit', 'Description'],
  ['repository', 'Address of a GitHub repository'],
])('asks before what was typed is lost with the dialog: %s', async (shown, label) => {
  open(shown, { 'GET /api/repositories': () => [] });
  const isAsked = () => screen.queryByText('Close without saving?') !== null;
  fireEvent.change(await inDialog().findByLabelText(label), { target: { value: 'With care' } });
  fireEvent.click(inDialog().getByLabelText('Close'));
  await waitFor(() => expect(isAsked()).toBe(true));
  press('Keep editing');
  await waitFor(() => expect(isAsked()).toBe(false));
  expect(close).not.toHaveBeenCalled();
  expect(field(label).value).toBe('With care');
  type(label, '');
  fireEvent.click(inDialog().getByLabelText('Close'));
  await waitFor(() => expect(close, 'as it was').toHaveBeenCalledOnce());
});

it('asks before a link of the dialog leaves what was typed, and follows it then', async () => {
  open('repository', { 'GET /api/repositories': () => [] });
  const link = () => inDialog().getByText('Create New Repository');
  fireEvent.change(await inDialog().findByLabelText('Address of a GitHub repository'), { target: { value: 'acme' } });
  fireEvent.click(link());
  await screen.findByText('Close without saving?');
  press('Keep editing');
  await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull());
  expect(address()).toBe('/projects/engine');
  expect(field('Address of a GitHub repository').value).toBe('acme');
  fireEvent.click(link());
  await screen.findByText('Close without saving?');
  press('Close without saving');
  await waitFor(() => expect(address()).toBe('/repositories'));
});

it('neither asks nor follows a link while what was typed is being saved', async () => {
  const reply = deferred<never>();
  const { told } = open('repository', {
    'GET /api/repositories': () => [],
    'POST /api/repositories': () => reply.promise,
  });
  fireEvent.change(await inDialog().findByLabelText('Address of a GitHub repository'), {
    target: { value: 'github.com/acme/app' },
  });
  press('Add Repository');
  fireEvent.click(inDialog().getByText('Go to Repositories'));
  reply.reject(new TypeError('Failed to fetch'));
  await waitFor(() => expect(told).toHaveLength(1));
  expect(screen.queryByText('Close without saving?')).toBeNull();
  expect(address()).toBe('/projects/engine');
});

it('settings: automatic containers are off at first, and stay so where they could not be stored', async () => {
  const patch = `PATCH ${path}`;
  const { told, bodies } = open('settings', { [patch]: offline });
  const auto = () => inDialog().getByRole<HTMLInputElement>('switch', { name: 'Auto-create Containers' });
  expect(auto().checked).toBe(false);
  fireEvent.click(auto());
  await waitFor(() => expect(told).toEqual(['Failed to update project settings']));
  expect(auto().checked).toBe(false);
  expect(bodies(patch)).toEqual([{ autoCreateContainers: true }]);
  cleanup();
  open('settings', {}, { autoCreateContainers: true });
  expect(auto().checked).toBe(true);
  inDialog().getByText('Containers are created automatically when tasks are waiting.');
});

it('settings that are typed are stored when they are left, where they are sound', async () => {
  const patch = `PATCH ${path}`;
  const { bodies } = open('settings', { [patch]: () => testProject() });
  const leave = (label: string, value: string) => {
    type(label, value);
    fireEvent.blur(field(label));
  };
  leave('Base branch', '-x');
  await inDialog().findByText('Not the name of a branch');
  leave('Base branch', 'release/1.x');
  leave('Folder', 'packages/app');
  leave('Setup command', 'npm ci');
  leave('Instructions for the agent', 'Write tests.');
  await waitFor(() =>
    expect(bodies(patch)).toEqual([
      { baseBranch: 'release/1.x' },
      { folder: 'packages/app' },
      { setupCommand: 'npm ci' },
      { instructions: 'Write tests.' },
    ]),
  );
});

it('values have a name that is not reserved, are forgotten once sent, and are removed by name', async () => {
  const put = `PUT ${path}/variables`;
  const token = { name: 'API_TOKEN', isSecret: true, forAgent: true };
  const { sent } = open('settings', { [put]: () => testProject({ variables: [token] }) }, { variables: [token] });
  inDialog().getByText('secret, for the agent, too');
  type('Name', 'PATH');
  press('Store value');
  inDialog().getByText(/Where a task goes on after a break, it gets only those that the agent gets, too\./);
  await inDialog().findByText('This name is reserved');
  inDialog().getByText('Value is required');
  type('Name', 'API_TOKEN');
  type('Value', 'nobody sees this');
  fireEvent.click(inDialog().getByText('Give it to the agent, too'));
  await inDialog().findByText(/The agent can read this value/);
  press('Store value');
  const stored = () => sent.filter(({ name }) => name.startsWith('PUT ')).map(({ body }) => body);
  await waitFor(() => expect(stored()).toEqual([{ ...token, value: 'nobody sees this' }]));
  await waitFor(() => expect(field('Value').value).toBe(''));
  await untilFree('Store value');
  fireEvent.click(inDialog().getByLabelText('Remove API_TOKEN'));
  await screen.findByText('“API_TOKEN” is deleted. This cannot be undone.');
  press('Cancel');
  await waitFor(() => expect(screen.queryByText('Remove value?')).toBeNull());
  expect(stored(), 'asked first').toHaveLength(1);
  fireEvent.click(inDialog().getByLabelText('Remove API_TOKEN'));
  await screen.findByText('“API_TOKEN” is deleted. This cannot be undone.');
  press('Remove');
  await waitFor(() => expect(stored()[1]).toEqual({ name: 'API_TOKEN', value: null }));
  expect(document.body.textContent).not.toContain('nobody sees this');
});
