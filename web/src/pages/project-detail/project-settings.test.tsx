// @vitest-environment jsdom
import { ApiError } from '@countersign/contract';
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deferred } from '../../lib/timing/deferred.ts';
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
const agents = ['demo', 'opencode'].map((id) => ({ id, name: id, description: id, needsModel: false }));

function open(server: TestServer) {
  const known: TestServer = {
    'GET /api/config': () => ({ models: [], agents }),
    'GET /api/rejection-reasons': () => ({ reasons: [] }),
    'GET /api/projects/engine/rules': () => [],
    [change]: ({ body }) => testProject(body as object),
  };
  return openPage(<ProjectDialogs project={testProject()} shown="settings" onClose={close} />, {
    at: '/projects/engine',
    server: Object.assign(known, server),
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
