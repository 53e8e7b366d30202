import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import {
  address,
  held,
  inDialog,
  isDialogOpen,
  offline,
  openedDialog,
  openPage,
  testRepository,
  type TestServer,
} from '../test-page.tsx';
import { RepositoriesPage } from './repositories-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = 'GET /api/repositories';
const open = (server: TestServer, search = '') =>
  openPage(<RepositoriesPage />, {
    at: `/repositories${search}`,
    path: '/repositories',
    server: { 'GET /api/projects': () => [], ...server },
  });
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(inDialog().getByLabelText(label), { target: { value } });
const send = (name: string) => fireEvent.click(inDialog().getByText(name, { selector: 'button' }));
const valueOf = (label: string | RegExp) => inDialog().getByLabelText<HTMLInputElement>(label).value;

it('asks before a token that is not saved is lost', async () => {
  open({ [list]: () => [testRepository()] });
  fireEvent.click(await screen.findByLabelText(/authentication of/));
  await openedDialog();
  fireEvent.change(await inDialog().findByLabelText('Personal access token'), { target: { value: 'github_pat_1' } });
  fireEvent.click(inDialog().getByLabelText('Close'));
  await screen.findByText('Close without saving?');
  send('Close without saving');
  await waitFor(() => expect(isDialogOpen()).toBe(false));
});

it('shows placeholders while it waits; then an error to try again', async () => {
  const server: TestServer = { 'GET /api/projects': () => [], [list]: held };
  openPage(<RepositoriesPage />, { at: '/repositories', server });
  expect(screen.getAllByTestId('repository-skeleton').length).toBeGreaterThan(0);
  cleanup();
  server[list] = offline;
  openPage(<RepositoriesPage />, { at: '/repositories', server });
  await screen.findByText('Repositories could not be loaded');
  server[list] = () => [];
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('No repositories yet');
});

it('adds one whose owner and name it takes from the address; complains beside the fields, keeps what was typed', async () => {
  const server: TestServer = { [list]: () => [], 'POST /api/repositories': offline };
  const { told, bodies, sent } = open(server);
  await screen.findByText('No repositories yet');
  fireEvent.click(screen.getAllByText('Add Repository')[0] as HTMLElement);
  await openedDialog();
  type(/Repository URL/, 'https://example.com/acme/hello');
  send('Add Repository');
  await inDialog().findByText('Enter a GitHub address like https://github.com/owner/name');
  inDialog().getByText('Name is required');

  const url = 'https://github.com/acme/hello-world.git';
  type(/Repository URL/, url);
  expect([valueOf(/Owner/), valueOf(/^Name/)], '.git is dropped').toEqual(['acme', 'hello-world']);
  type('Description', 'Says hello');
  send('Add Repository');
  await waitFor(() => expect(told).toEqual(['Failed to create repository. Please check the URL and try again.']));
  await waitFor(() => expect(inDialog().getByText('Add Repository')).toHaveProperty('disabled', false));
  expect(valueOf(/Repository URL/)).toBe(url);
  expect(bodies('POST /api/repositories')).toEqual([
    { name: 'hello-world', owner: 'acme', url, description: 'Says hello' },
  ]);
  send('Add Repository');
  const calls = () => sent.filter(({ name }) => name === 'POST /api/repositories').map(({ headers }) => headers);
  await waitFor(() => expect(calls()).toHaveLength(2));
  expect(calls()[0]?.['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  expect(calls()[1], 'the first one may have arrived').toEqual(calls()[0]);
});

it('complains about what is no token, and says when one was refused', async () => {
  const { told } = open({ [list]: () => [testRepository()], 'PUT /api/repositories/hello/auth': offline });
  fireEvent.click(await screen.findByLabelText('Set up authentication of acme/hello-world'));
  expect(inDialog().getByLabelText('Personal access token').getAttribute('type'), 'masked').toBe('password');
  type('Personal access token', 'not a token');
  send('Save');
  await inDialog().findByText('This does not look like a GitHub token');
  type('Personal access token', `ghp_${'x'.repeat(36)}`);
  send('Save');
  await waitFor(() => expect(told).toEqual(['Failed to update authentication. Please check your token.']));
});

it('keeps a stored token, which never comes back, and removes it when told to', async () => {
  const put = 'PUT /api/repositories/hello/auth';
  const stored = testRepository({ hasToken: true, isPrivate: true });
  const { bodies } = open({ [list]: () => [stored], [put]: () => stored });
  const has = await screen.findByLabelText('Update authentication of acme/hello-world (token stored)');
  screen.getByText('Private');
  fireEvent.click(has);
  inDialog().getByText('A token is stored. Leave this empty to keep it.');
  expect(valueOf('Personal access token')).toBe('');
  send('Save');
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  fireEvent.click(has);
  fireEvent.click(inDialog().getByLabelText('Remove the stored token'));
  send('Save');
  await waitFor(() =>
    expect(bodies(put)).toEqual([
      { githubToken: '', isPrivate: true },
      { githubToken: null, isPrivate: true },
    ]),
  );
});

it('says when one could not be deleted', async () => {
  const { told } = open({ [list]: () => [testRepository()], 'DELETE /api/repositories/hello': offline });
  fireEvent.click(await screen.findByLabelText('Delete acme/hello-world'));
  inDialog().getByText('Delete repository?');
  inDialog().getByText(/Tasks with unpublished work in it cannot go on until it is added again\.$/);
  send('Delete');
  await waitFor(() => expect(told).toEqual(['Failed to delete repository.']));
  expect(isDialogOpen()).toBe(true);
});

it('a link for a token opens its dialog, with what is asked for now and not what was kept from the last visit', async () => {
  const put = 'PUT /api/repositories/hello/auth';
  let answer: () => unknown = offline;
  const { bodies, queries } = open({ [list]: () => answer(), [put]: () => testRepository() }, '?token=hello');
  // As it was when the app was last open.
  noteLastSeen(1);
  queries.setQueryData(['repositories', 'list'], [testRepository({ isPrivate: true })], { updatedAt: 1 });
  await inDialog().findByText('The repository could not be loaded');
  expect(address(), 'it is opened once').toBe('/repositories');
  answer = () => [testRepository()];
  fireEvent.click(inDialog().getByText('Try again'));
  await inDialog().findByText('For acme/hello-world. The agent never sees the token.');
  expect(inDialog().getByLabelText<HTMLInputElement>('Private Repository').checked).toBe(false);
  send('Save');
  await waitFor(() => expect(bodies(put)).toEqual([{ githubToken: '', isPrivate: false }]));
});

it('a link for the token of one that is gone says so', async () => {
  open({ [list]: () => [] }, '?token=gone');
  await inDialog().findByText('It no longer exists.');
  expect(inDialog().getByText('Save')).toHaveProperty('disabled', true);
});
