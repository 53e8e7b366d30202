import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

const RULES = '../../features/rules/rules-setting.tsx';
afterEach(() => {
  cleanup();
  vi.doUnmock(RULES);
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('settings whose rules cannot be fetched stay with what is typed, and say so in the place of the rules', async () => {
  // As in a freshly opened page: no other test has loaded the rules.
  vi.resetModules();
  vi.doMock(RULES, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { inDialog, openPage, testProject } = await import('../test-page.tsx');
  const { ProjectDialogs } = await import('./project-dialogs.tsx');
  // React logs what it catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  openPage(<ProjectDialogs project={testProject()} shown="settings" onClose={vi.fn<() => void>()} />, {
    at: '/projects/engine',
    server: {
      'GET /api/config': () => ({ models: [], agents: [] }),
      'GET /api/projects': () => [],
      'GET /api/rejection-reasons': () => ({ reasons: [] }),
    },
  });
  const folder = inDialog().getByLabelText<HTMLInputElement>('Folder');
  fireEvent.change(folder, { target: { value: 'packages/a' } });
  await inDialog().findByText('The rules could not be shown');
  inDialog().getByText('Check your connection and reload the page.');
  expect(inDialog().getByLabelText<HTMLInputElement>('Folder').value).toBe('packages/a');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  fireEvent.click(inDialog().getByText('Reload'));
  expect(reload).toHaveBeenCalledTimes(1);
});
