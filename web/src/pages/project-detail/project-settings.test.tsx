import { ApiError, type Project } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { inDialog, offline, openPage, testProject, type TestServer } from '../test-page.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';

const close = vi.fn();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  close.mockClear();
});

const change = 'PATCH /api/projects/engine';
const store = 'PUT /api/projects/engine/variables';
const agents = ['demo', 'opencode'].map((id) => ({ id, name: id, description: id, needsModel: false }));

function open(server: TestServer, project: Partial<Project> = {}) {
  const known: TestServer = {
    'GET /api/config': () => ({ models: [], agents }),
    'GET /api/rejection-reasons': () => ({ reasons: [] }),
    'GET /api/projects/engine/rules': () => [],
    [change]: ({ body }) => testProject(body as object),
  };
  return openPage(<ProjectDialogs project={testProject(project)} shown="settings" onClose={close} />, {
    at: '/projects/engine',
    // The test's own object: it may change its replies later.
    server: Object.assign(server, { ...known, ...server }),
  });
}
const field = (label: string) => inDialog().getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string) => inDialog().getByText(name, { selector: 'button' });
/** A press moves the focus before it becomes a click. */
const press = (name: string, from?: string) => {
  if (from) fireEvent.blur(field(from));
  fireEvent.click(button(name));
};
const refusal = /^Not everything is saved/;

it('says why the agents on offer could not be loaded, to be tried again', async () => {
  const config = 'GET /api/config';
  const server: TestServer = { [config]: () => Promise.reject(new ApiError(503, 'Too busy', null)) };
  open(server);
  await inDialog().findByText('The agents on offer could not be loaded');
  inDialog().getByText('503: Too busy');
  press('Try again');
  await waitFor(() => inDialog().getByText('The agents on offer could not be loaded'));
});

it('closes once what was typed last is stored, with the press that leaves the field', async () => {
  const { promise, resolve } = deferred();
  const { bodies } = open({ [change]: () => promise });
  type('Folder', 'packages/app');
  press('Done', 'Folder');
  await waitFor(() => expect(bodies(change)).toEqual([{ folder: 'packages/app' }]));
  expect(close).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(bodies(change)).toHaveLength(1);
});

it('stores what was typed also where it is closed without the field being left', async () => {
  const { bodies } = open({});
  type('Base branch', 'next');
  fireEvent.click(inDialog().getByLabelText('Close'));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(bodies(change)).toEqual([{ baseBranch: 'next' }]);
});

it('stays open with what was refused or not sent, says so, and can be left all the same', async () => {
  const server: TestServer = {};
  const { bodies } = open(server);
  type('Base branch', 'not a branch');
  press('Done', 'Base branch');
  await inDialog().findByText(refusal);
  expect(field('Base branch').getAttribute('aria-invalid')).toBe('true');
  expect([bodies(change), close.mock.calls]).toEqual([[], []]);

  type('Base branch', 'next');
  expect(inDialog().queryByText(refusal)).toBeNull();
  cleanup();

  const { told } = open({ [change]: offline });
  type('Base branch', 'next');
  press('Done', 'Base branch');
  await inDialog().findByText(refusal);
  expect(told[0]).toBe('Failed to update project settings');
  expect(field('Base branch').value).toBe('next');
  expect(close).not.toHaveBeenCalled();
  press('Close without saving');
  expect(close).toHaveBeenCalledOnce();
});

it('lets go on choosing while a change is on its way, and sends one after the other', async () => {
  const answers: (() => void)[] = [];
  const { bodies } = open({
    [change]: async ({ body }) => {
      const { promise, resolve } = deferred();
      answers.push(resolve);
      await promise;
      return testProject(body as object);
    },
  });
  await waitFor(() => field('Agent'));
  type('Folder', 'packages/app');
  fireEvent.blur(field('Folder'));
  fireEvent.click(field('Auto-create Containers'));
  type('Agent', 'opencode');
  await waitFor(() => expect(field('Agent').value).toBe('opencode'));
  expect([field('Agent').disabled, field('Auto-create Containers').checked]).toEqual([false, true]);
  const all = [{ folder: 'packages/app' }, { autoCreateContainers: true }, { agent: 'opencode' }];
  for (let sent = 1; sent <= all.length; sent += 1) {
    await waitFor(() => expect(answers).toHaveLength(sent));
    expect(bodies(change)).toEqual(all.slice(0, sent));
    answers[sent - 1]?.();
  }
});

it('a value keeps its lines, and no letter of it is shown', async () => {
  const { bodies } = open({ [store]: () => testProject() });
  const lines = '-----BEGIN KEY-----\nbase64\n-----END KEY-----\n';
  type('Name', 'DEPLOY_KEY');
  type('Value', lines);
  expect(field('Value').value).toBe(lines);
  const shown = [...field('Value').classList].map((name) => `.${name}{`);
  const css = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const own = css.map((text) => text.replaceAll(' ', '')).filter((text) => shown.some((name) => text.startsWith(name)));
  expect(own.join()).toContain('-webkit-text-security:disc');
  press('Store value');
  await waitFor(() => expect(bodies(store)).toMatchObject([{ name: 'DEPLOY_KEY', value: lines }]));
  await waitFor(() => expect(field('Value').value).toBe(''));
  type('Name', 'API_TOKEN');
  type('Value', 'one line\n');
  press('Store value');
  await waitFor(() => expect(bodies(store)[1]).toMatchObject({ value: 'one line' }));
});

it('stores a typed value with the press that closes it, once, or says what is wrong with it and stays', async () => {
  const { promise, resolve } = deferred<Project>();
  const server: TestServer = { [store]: offline };
  const { bodies, told } = open(server);
  type('Name', 'API_TOKEN');
  press('Done');
  await inDialog().findByText('Value is required');
  await inDialog().findByText(refusal);
  expect([bodies(store), close.mock.calls]).toEqual([[], []]);
  type('Value', 'nobody sees this');
  expect(inDialog().queryByText(refusal)).toBeNull();
  press('Done');
  await inDialog().findByText(refusal);
  expect(told).toEqual(['Failed to update project settings']);
  inDialog().getByText('The server could not be reached. Check your connection.');
  server[store] = () => promise;
  press('Store value');
  await waitFor(() => expect(bodies(store)).toHaveLength(2));
  press('Done');
  resolve(testProject());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(bodies(store)).toHaveLength(2);
});

it('stays open with a rule that is written but not saved', async () => {
  open({});
  await inDialog().findByText('Write a rule');
  press('Write a rule');
  press('Done');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  type('Command', 'npm test');
  press('Done');
  await inDialog().findByText('Save or clear the rule');
  inDialog().getByText(refusal);
  expect(field('Command').getAttribute('aria-invalid')).toBe('true');
  type('Command', '');
  expect([inDialog().queryByText('Save or clear the rule'), inDialog().queryByText(refusal)]).toEqual([null, null]);
  press('Done');
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
});

it('stays open, with the focus, over a rule whose name is being typed while the rest is stored', async () => {
  const { promise, resolve } = deferred();
  open({
    [change]: () => promise,
    'POST /api/projects/engine/rules/preview': () => ({ of: 60, runsProjectCode: false, matched: [] }),
  });
  await inDialog().findByText('Write a rule');
  press('Write a rule');
  type('Command', 'npm test');
  press('Try it on the latest requests');
  await inDialog().findByText('Save rule');
  const name = inDialog().getByLabelText('Name', { selector: '[maxlength]' });
  type('Folder', 'packages/app');
  press('Done', 'Folder');
  name.focus();
  fireEvent.change(name, { target: { value: 'Tests' } });
  await act(async () => resolve());
  expect([inDialog().queryByText(refusal), document.activeElement, close.mock.calls]).toEqual([null, name, []]);
});

it('says why a value could not be removed, and asks on', async () => {
  const variables = [{ name: 'API_TOKEN', isSecret: true, forAgent: false }];
  const { told } = open({ [store]: offline }, { variables });
  fireEvent.click(inDialog().getByLabelText('Remove API_TOKEN'));
  await screen.findByText('Remove value?');
  press('Remove');
  await waitFor(() => expect(told).toEqual(['Failed to update project settings']));
  expect(vi.mocked(toast.failure).mock.calls[0]?.[1]).toBeInstanceOf(TypeError);
  inDialog().getByText('Remove value?');
});

it('a changed setting has the tasks that go by it fetched again', async () => {
  const { queries, told } = open({});
  const task = keys.tasks.one('weave');
  queries.setQueryData(task, 'seen');
  fireEvent.click(field('Auto-create Containers'));
  await waitFor(() => expect(told).toEqual(['Project settings updated']));
  expect(queries.getQueryState(task)?.isInvalidated).toBe(true);
});
