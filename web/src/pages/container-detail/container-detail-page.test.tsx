import { act as settle, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deferred } from '../../lib/timing/deferred.ts';
import {
  held,
  inDialog,
  missing,
  offline,
  openedDialog,
  openPage,
  testContainer,
  type TestServer,
} from '../test-page.tsx';
import { ContainerDetailPage } from './container-detail-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/containers/workshop';
const running: TestServer = {
  [`GET ${path}`]: () => testContainer(),
  [`GET ${path}/live-status`]: () => ({ status: 'running' }),
  [`GET ${path}/logs`]: () => ({ logs: '', message: null }),
};
const open = (server: TestServer) =>
  openPage(<ContainerDetailPage />, { at: '/containers/workshop', path: '/containers/:id', server });

it('says that there is no such container, and leads away', async () => {
  open({ [`GET ${path}`]: missing });
  await screen.findByText("Container not found or you don't have permission to view it.");
  screen.getByText('Go Back');
});

it('says that it loads; then an error to try again', async () => {
  open({ [`GET ${path}`]: held });
  screen.getByText('Loading container');
  cleanup();
  const server: TestServer = { ...running, [`GET ${path}`]: offline };
  open(server);
  await screen.findByText('The container could not be loaded');
  server[`GET ${path}`] = () => testContainer();
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Container ID');
});

it.each([
  ['running', 'Pause', 'pause', 'Failed to pause container.'],
  ['paused', 'Resume', 'resume', 'Failed to resume container.'],
])('says when one that is %s does not take %s', async (status, button, act, failure) => {
  const server: TestServer = {
    ...running,
    [`GET ${path}/live-status`]: () => ({ status }),
    [`POST ${path}/${act}`]: offline,
  };
  const { told } = open(server);
  fireEvent.click(await screen.findByText(button));
  await waitFor(() => expect(told).toEqual([failure]));
  screen.getByText(button);
});

it.each([
  ['running', 'Pause', 'pause', 'Pausing…', { status: 'running', desired: 'paused' }],
  ['paused', 'Resume', 'resume', null, { status: 'pending', desired: 'running' }],
])(
  'offers to one that is %s no second %s before anything was fetched again',
  async (status, button, act, now, reply) => {
    const project = { id: 'engine', name: 'Analytical engine' };
    const server: TestServer = {
      [`GET ${path}`]: () => testContainer({ status, desired: status, project }),
      [`GET ${path}/live-status`]: () => ({ status }),
      [`GET ${path}/logs`]: () => ({ logs: '', message: null }),
    };
    const asked = deferred<unknown>();
    server[`POST ${path}/${act}`] = () => asked.promise;
    open(server);
    fireEvent.click(await screen.findByText(button));
    server[`GET ${path}`] = server[`GET ${path}/live-status`] = held;
    await settle(() => asked.resolve(testContainer(reply)));
    await waitFor(() => expect(screen.queryByText(button)).toBeNull());
    if (now !== null) expect(screen.getByText(now).closest('button')?.disabled).toBe(true);
    screen.getByText('Analytical engine');
  },
);

it('says when it could not be deleted, and asks again', async () => {
  const { told } = open({ ...running, [`DELETE ${path}`]: offline });
  fireEvent.click(await screen.findByText('Delete'));
  const asked = await openedDialog();
  asked.getByText(/It cannot be undone\. Tasks it has begun fail, .* and their saved work is deleted\./);
  fireEvent.click(inDialog().getByText('Delete', { selector: 'button' }));
  await waitFor(() => expect(told).toEqual(['Failed to delete the container. Please try again.']));
  inDialog().getByText('Shut down container?');
});
