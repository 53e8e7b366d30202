import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  inDialog,
  isDialogOpen,
  offline,
  openedDialog,
  openPage,
  testRepository,
  testTask,
  type TestServer,
} from '../test-page.tsx';
import { TaskOutcome } from './task-outcome.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('Add token says why it cannot be added, tries again with each press, and comes to the field', async () => {
  const repository = { id: 'hello', owner: 'acme', name: 'hello-world', hasToken: false };
  const publication = { itemId: 'p', repository, branch: 'b', commit: 'c'.repeat(40), url: null, problem: null };
  const unopened = { ...publication, publishedAt: null, pullRequest: null, files: [], more: 0, note: null };
  const server: TestServer = {
    'GET /api/tasks/weave/result': () => ({ publications: [unopened], workedSeconds: 0, waitedSeconds: 0 }),
    'GET /api/repositories': offline,
  };
  const task = testTask({ status: 'completed' });
  const { bodies } = openPage(<TaskOutcome task={task} items={[]} />, { at: '/tasks/weave', server });
  const press = async () => fireEvent.click(await screen.findByText('Add token', { selector: 'button' }));
  await press();
  await openedDialog();
  await inDialog().findByText('The repository could not be loaded');
  fireEvent.click(inDialog().getByText('Cancel'));
  expect(isDialogOpen()).toBe(false);
  server['GET /api/repositories'] = () => [testRepository()];
  await press();
  await openedDialog();
  await inDialog().findByLabelText('Personal access token');
  expect(bodies('GET /api/repositories')).toHaveLength(2);
});
