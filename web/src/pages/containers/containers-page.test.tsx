import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { held, inDialog, offline, openedDialog, openPage, testContainer, type TestServer } from '../test-page.tsx';
import { ContainersPage } from './containers-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = 'GET /api/containers';
const statusOf = (id: string) => `GET /api/containers/${id}/live-status`;
const open = (server: TestServer) => openPage(<ContainersPage />, { at: '/containers', server });
const rowsOf = (group: string) => [...(screen.queryByText(group)?.closest('section')?.querySelectorAll('h3') ?? [])];

it('says that they are on their way', () => {
  open({ [list]: held });
  screen.getByText('Loading containers');
});

it('shows an error to try again, then that there are none', async () => {
  const server: TestServer = { [list]: offline };
  open(server);
  await screen.findByText('Failed to load containers. Please try refreshing the page.');
  server[list] = () => [];
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('No containers yet');
  screen.getByText('Containers will appear here when you create them from your projects.');
  expect(document.title).toContain('Containers · Countersign');
});

it('asks each for its status: until it comes it says so, and where asking fails it is unknown', async () => {
  const [here, waiting, lost] = ['here', 'waiting', 'lost'].map((id) => testContainer({ id, name: id }));
  open({
    [list]: () => [here, waiting, lost],
    [statusOf('here')]: () => ({ status: 'paused' }),
    [statusOf('waiting')]: held,
    [statusOf('lost')]: offline,
  });
  await screen.findByText('Unknown');
  screen.getByText('Loading...');
  expect(rowsOf('Other (1)').map(({ textContent }) => textContent)).toEqual(['lost']);
  await waitFor(() => expect(rowsOf('Paused (1)').map(({ textContent }) => textContent)).toEqual(['here']));
});

it('says when one could not be deleted; what is deleted already is no failure', async () => {
  const server: TestServer = { [list]: () => [testContainer()], [statusOf('workshop')]: () => ({ status: 'running' }) };
  server['DELETE /api/containers/workshop'] = offline;
  server['GET /api/projects'] = () => [];
  const { told } = open(server);
  fireEvent.click(await screen.findByLabelText('Delete Workshop'));
  const confirm = () => fireEvent.click(inDialog().getByText('Delete', { selector: 'button' }));
  await openedDialog();
  confirm();
  await waitFor(() => expect(told).toEqual(['Failed to delete the container. Please try again.']));
  server['DELETE /api/containers/workshop'] = () => undefined;
  confirm();
  await waitFor(() => expect(told).toHaveLength(2));
});
