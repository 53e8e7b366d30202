import { type Device, routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { AuthContext } from '../../lib/auth/auth-context.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { Account } from './account.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const device: Device = {
  ...{ id: 'd', kind: 'browser', label: 'Firefox', host: 'example.com', role: 'first', details: false },
  ...{ quietHours: { from: '22:00', to: '07:00', timeZone }, lastOutcome: null, createdAt: '2026-11-01T10:00:00.000Z' },
};

/** The dialog; what is sent is answered when the test says so. */
function show() {
  const { promise, resolve, reject } = deferred<unknown>();
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown) => {
    if (route === routes.listDevices) return [device];
    if (route === routes.getCountersignature) return { name: null, email: null, countersignedBy: 'the owner' };
    return promise;
  }) as never);
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ChakraProvider value={system}>
          <AuthContext value={{ status: 'signed-in', user }}>
            <Account onClose={onClose} />
          </AuthContext>
        </ChakraProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { onClose, answer: resolve, refuse: reject };
}

// There is no layout here: what covers what cannot be known.
const keyboard = userEvent.setup({ pointerEventsCheck: 0 });
const escape = () => keyboard.keyboard('{Escape}');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const unsaved = () => screen.findByText(/^Not everything is saved/);

it('stays open over a webhook that was typed and not added, also where it was folded away', async () => {
  const { onClose } = show();
  const summary = screen.getByText('Add a webhook');
  fireEvent.click(summary);
  const address = await screen.findByLabelText('Address');
  type(address, 'https://ntfy.sh/loom');
  fireEvent.click(summary);
  await escape();
  await unsaved();
  screen.getByText('Add or clear the webhook');
  expect([onClose.mock.calls.length, document.activeElement]).toEqual([0, address]);
  expect(address.closest('details')?.open).toBe(true);
  type(address, '');
  await waitFor(() => expect(screen.queryByText(/^Not everything is saved/)).toBeNull());
  await escape();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('stays open over a name until it is saved', async () => {
  const { onClose, answer } = show();
  type(await screen.findByLabelText('Name in commits'), 'Ada');
  await escape();
  await unsaved();
  screen.getByText('Save or undo the change');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.putCountersignature, expect.anything()));
  await escape();
  expect(onClose, 'it is on its way').not.toHaveBeenCalled();
  screen.getByText('Close without saving');
  answer({ name: 'Ada', email: null, countersignedBy: 'Ada' });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('stays open over a name that is typed while another one is on its way', async () => {
  const { onClose, answer } = show();
  const name = await screen.findByLabelText<HTMLInputElement>('Name in commits');
  type(name, 'Ada');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.putCountersignature, expect.anything()));
  type(name, 'Ada Lovelace');
  await escape();
  await unsaved();
  screen.getByText('Save or undo the change');
  answer({ name: 'Ada', email: null, countersignedBy: 'Ada' });
  await waitFor(() => expect(screen.getByText('Save')).toHaveProperty('disabled', false));
  expect([onClose.mock.calls.length, name.value]).toEqual([0, 'Ada Lovelace']);
});

it('stays open over a webhook that is typed while another one is on its way', async () => {
  const { onClose, answer } = show();
  fireEvent.click(screen.getByText('Add a webhook'));
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  type(screen.getByLabelText('Name'), 'ntfy');
  type(address, 'https://ntfy.sh/loom');
  fireEvent.click(screen.getByText('Add webhook'));
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.postWebhook, expect.anything()));
  type(address, 'https://ntfy.sh/warp');
  await escape();
  await unsaved();
  screen.getByText('Add or clear the webhook');
  answer({ ...device, id: 'webhook', kind: 'webhook', label: 'ntfy' });
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', ''));
  expect([onClose.mock.calls.length, address.value]).toEqual([0, 'https://ntfy.sh/warp']);
});

it('can be closed while a reply is long in coming, which then closes nothing', async () => {
  const { onClose, answer } = show();
  type(await screen.findByLabelText('Name in commits'), 'Ada');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.putCountersignature, expect.anything()));
  await escape();
  fireEvent.click(screen.getByText('Close without saving'));
  expect(onClose).toHaveBeenCalledOnce();
  answer({ name: 'Ada', email: null, countersignedBy: 'Ada' });
  await waitFor(() => expect(screen.getByText('Save')).toHaveProperty('disabled', true));
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps what is typed under the question whether to delete the account, and stays for the answer', async () => {
  const { onClose, answer } = show();
  const name = await screen.findByLabelText<HTMLInputElement>('Name in commits');
  type(name, 'Ada');
  await escape();
  await unsaved();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.putCountersignature, expect.anything()));
  await escape();
  fireEvent.click(screen.getByText('Delete account', { selector: 'button' }));
  await screen.findByText('Delete your account?');
  answer({ name: 'Ada', email: null, countersignedBy: 'Ada' });
  await waitFor(() => expect(screen.getByText('Save')).toHaveProperty('disabled', true));
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByText('Delete your account?')).toBeNull());
  expect([name.isConnected, name.value, onClose.mock.calls.length]).toEqual([true, 'Ada', 0]);
});

it('closes once quiet hours are stored, and stays open with those that the server refuses', async () => {
  const { onClose, refuse } = show();
  fireEvent.click(await screen.findByText('Notification settings'));
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  type(from, '23:30');
  await escape();
  await waitFor(() => expect(api.call).toHaveBeenCalledWith(routes.patchDevice, expect.anything()));
  expect(onClose, 'they are on their way').not.toHaveBeenCalled();
  refuse(new TypeError('Failed to fetch'));
  await unsaved();
  screen.getByText('The server could not be reached. Check your connection.');
  expect([onClose.mock.calls.length, from.value, document.activeElement]).toEqual([0, '23:30', from]);
  expect(vi.mocked(api.call).mock.calls.filter(([route]) => route === routes.patchDevice)).toHaveLength(1);
});

it('stays open over quiet hours that cannot be stored, unless the person gives them up', async () => {
  const { onClose } = show();
  fireEvent.click(await screen.findByText('Notification settings'));
  type(await screen.findByLabelText('To'), '22:00');
  await escape();
  await unsaved();
  screen.getByText('Quiet hours begin and end at different times');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Close without saving'));
  expect(onClose).toHaveBeenCalledOnce();
});
