import { ApiError } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  address,
  held,
  inDialog,
  isDialogOpen,
  offline,
  openedDialog,
  openPage,
  testProject,
  type TestServer,
} from '../test-page.tsx';
import { toast } from '../../ui/toaster/toast.ts';
import { createProjectState } from '../../features/projects/create-project-state.ts';
import { ProjectsPage } from './projects-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (server: TestServer, state?: unknown) => openPage(<ProjectsPage />, { at: '/projects', server, state });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('shows six placeholders while it waits', () => {
  open({ 'GET /api/projects': held });
  expect(screen.getAllByTestId('project-skeleton')).toHaveLength(6);
});

it('shows an error to try again, then that there are none; the first one is made and opened', async () => {
  const server: TestServer = { 'GET /api/projects': offline };
  const { told, bodies } = open(server);
  await screen.findByText('Projects could not be loaded');
  server['GET /api/projects'] = () => [];
  press('Try again');
  await screen.findByText('No projects yet');
  press('Create Project');
  const dialog = await openedDialog();
  fireEvent.click(dialog.getByText('Create Project', { selector: 'button' }));
  await dialog.findByText('Name is required');
  expect(document.activeElement, 'the field to mend has the focus').toBe(dialog.getByLabelText(/Name/));

  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Analytical engine' } });
  fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'Weaves patterns' } });
  fireEvent.change(dialog.getByLabelText('Status'), { target: { value: 'paused' } });
  server['POST /api/projects'] = () => testProject({ id: 'first' });
  fireEvent.click(dialog.getByText('Create Project', { selector: 'button' }));
  await waitFor(() => expect(address()).toBe('/projects/first'));
  expect(bodies('POST /api/projects')).toEqual([
    { name: 'Analytical engine', description: 'Weaves patterns', status: 'paused' },
  ]);
  expect(told).toEqual(['Project created successfully']);
  expect(vi.mocked(toast.success).mock.calls[0]?.[2], 'it is open').toBeUndefined();
});

it('opens the dialog where the dashboard asked for it, and not again after a reload', async () => {
  open({ 'GET /api/projects': () => [] }, createProjectState);
  fireEvent.click((await openedDialog()).getByText('Cancel'));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(window.history.state).toMatchObject({ usr: null });
});

it('keeps what was typed when a project could not be created, also once it was closed', async () => {
  const server: TestServer = { 'GET /api/projects': () => [testProject()], 'POST /api/projects': offline };
  const { told, sent } = open(server);
  await screen.findByText('Analytical engine');
  press('New Project');
  fireEvent.change((await openedDialog()).getByLabelText(/Name/), { target: { value: 'Difference engine' } });
  fireEvent.click(inDialog().getByText('Create Project', { selector: 'button' }));
  await inDialog().findByText('The server could not be reached. Check your connection.');
  expect(told).toEqual(['Failed to create project']);
  fireEvent.click(inDialog().getByText('Cancel'));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  press('New Project');
  expect((await openedDialog()).getByLabelText(/Name/)).toHaveProperty('value', 'Difference engine');
  const deleted = 'The project under this key was deleted. Ask for this one under a key of its own.';
  server['POST /api/projects'] = () =>
    Promise.reject(new ApiError(409, deleted, { code: 'conflict', message: deleted }));
  fireEvent.click(inDialog().getByText('Create Project', { selector: 'button' }));
  await inDialog().findByText(deleted);
  const calls = () => sent.filter(({ name }) => name === 'POST /api/projects').map(({ headers }) => headers);
  expect(calls()).toHaveLength(2);
  expect(calls()[0]?.['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  expect(calls()[1], 'the first one may have arrived').toEqual(calls()[0]);
  server['POST /api/projects'] = () => testProject({ id: 'second' });
  fireEvent.click(inDialog().getByText('Create Project', { selector: 'button' }));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(calls()).toHaveLength(3);
  expect(calls()[2]?.['Idempotency-Key'], 'it arrived, and was deleted since').not.toBe(
    calls()[1]?.['Idempotency-Key'],
  );
});

it('shows each project with what is in it, and says so when a search finds none', async () => {
  const engine = testProject({ description: 'Weaves algebraical patterns' });
  open({ 'GET /api/projects': () => [testProject({ id: 'a', name: 'Archive', status: 'on ice' }), engine] });
  await screen.findByText('Weaves algebraical patterns');
  screen.getByText('Manage your development projects');
  expect(document.title).toContain('Projects · Countersign');
  for (const text of ['No description provided', 'On ice', 'Active']) screen.getByText(text);
  expect(screen.getAllByText('0 repositories')).toHaveLength(2);
  const search = screen.getByPlaceholderText('Search projects...');
  fireEvent.change(search, { target: { value: 'ALGEBRAICAL' } });
  expect(names()).toEqual(['Analytical engine']);
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  screen.getByText('No projects found');
  screen.getByText('Try adjusting your search terms');
});

/** The list with one more project, just created. */
async function createAnother() {
  const server: TestServer = { 'GET /api/projects': () => [testProject()] };
  const made = testProject({ id: 'second', name: 'Difference engine' });
  server['POST /api/projects'] = () => {
    server['GET /api/projects'] = () => [made, testProject()];
    return made;
  };
  open(server);
  await screen.findByText('Analytical engine');
  press('New Project');
  fireEvent.change((await openedDialog()).getByLabelText(/Name/), { target: { value: made.name } });
  fireEvent.click(inDialog().getByText('Create Project', { selector: 'button' }));
  const link = await screen.findByText(made.name);
  await waitFor(() => expect(document.activeElement).toBe(link));
}

it('the newest card takes the focus once, not from somebody who searches', async () => {
  await createAnother();
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  const search = screen.getByPlaceholderText('Search projects...');
  search.focus();
  fireEvent.change(search, { target: { value: 'analytical' } });
  expect(names()).toEqual(['Analytical engine']);
  fireEvent.change(search, { target: { value: '' } });
  expect(names()).toHaveLength(2);
  for (const [frame] of frames.mock.calls) frame(performance.now());
  expect(document.activeElement).toBe(search);
});

it('the toast opens the new project also from another page', async () => {
  await createAnother();
  act(() => {
    window.history.pushState(null, '', '/tasks');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(screen.queryByText('Manage your development projects')).toBeNull());
  const offer = vi.mocked(toast.success).mock.calls[0]?.[2];
  if (!offer || !('onClick' in offer)) throw new Error('The toast offers nothing to press');
  expect(offer.label).toBe('Open');
  act(() => offer.onClick());
  expect(address()).toBe('/projects/second');
});
