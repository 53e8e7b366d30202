import { routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { webcrypto } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { AuthContext } from '../../lib/auth/auth-context.ts';
import { offerAnew, tellStopped } from '../../lib/notifications/notification-offer.ts';
import { ownDevice, rememberOwnDevice } from '../../lib/notifications/own-device.ts';
import { deviceIdOf } from '../../lib/notifications/push-subscription.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { publicClient } from '../../lib/server/public-client.ts';
import { system } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { keepNotified } from './keep-notified.ts';
import { NotificationOffer } from './notification-offer.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };

/** In a browser that has already been allowed to show notifications. */
function show(requestPermission = async () => 'granted', subscription: object | null = null, permission = 'granted') {
  vi.spyOn(publicClient, 'call').mockResolvedValue({ push: { publicKey: 'BA' } } as never);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission });
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => subscription };
  const serviceWorker = { getRegistration: async () => ({ pushManager }), ready: Promise.resolve({ pushManager }) };
  vi.stubGlobal('navigator', { userAgent: '', serviceWorker });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChakraProvider value={system}>
        <AuthContext value={{ status: 'signed-in', user }}>
          <NotificationOffer />
        </AuthContext>
      </ChakraProvider>
    </QueryClientProvider>,
  );
}

it('says that notifications have stopped, until the person has answered', async () => {
  rememberOwnDevice('ada', 'here');
  tellStopped();
  show();
  await screen.findByText('Notifications have stopped on this device. Turn them on again?');
  fireEvent.click(screen.getByText('No'));
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(ownDevice('ada')).toBeNull();
});

it('says where to allow them again if they are blocked by now, and offers nothing then that was never on', async () => {
  rememberOwnDevice('ada', 'here');
  tellStopped();
  show(undefined, null, 'denied');
  await screen.findByText(/^Notifications have stopped on this device\. Allow them for this address in the browser’s/);
  expect(screen.queryByText('Turn on')).toBeNull();
  fireEvent.click(screen.getByText('Dismiss'));
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(ownDevice('ada')).toBeNull();
  act(offerAnew);
  expect(screen.queryByRole('group')).toBeNull();
});

it('offers them anew after a session whose end has ended them', async () => {
  offerAnew();
  show();
  await screen.findByText('Get a notification on this device when something needs your decision?');
});

it('stays where the browser subscribed and the server did not hear of it, until it does', async () => {
  vi.stubGlobal('crypto', webcrypto);
  const failed = vi.spyOn(toast, 'error').mockReturnValue();
  const endpoint = 'https://push.example/new';
  const id = await deviceIdOf({ endpoint } as PushSubscription);
  const call = vi.spyOn(api, 'call').mockRejectedValue(new TypeError('Failed to fetch'));
  offerAnew();
  show(undefined, { endpoint, toJSON: () => ({}), options: { applicationServerKey: new Uint8Array([4]).buffer } });
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(screen.queryByRole('group')).not.toBeNull();
  call.mockImplementation((async (route: unknown) => (route === routes.listDevices ? [{ id }] : { id })) as never);
  await act(() => keepNotified('ada', async () => 'BA'));
  expect(screen.queryByRole('group')).toBeNull();
});

it('gives what is turned on again the settings of the one that had stopped here', async () => {
  vi.stubGlobal('crypto', webcrypto);
  const endpoint = 'https://push.example/new';
  const id = await deviceIdOf({ endpoint } as PushSubscription);
  const settings = { details: true, role: 'backup', quietHours: null };
  const asked: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown, input: { params?: object; body?: object }) => {
    if (route === routes.listDevices) return [{ id: 'former', ...settings }, { id }];
    asked.push(input.params ? { ...input.params, ...input.body } : route);
    return { id };
  }) as never);
  rememberOwnDevice('ada', 'former');
  tellStopped();
  show(undefined, { endpoint, toJSON: () => ({}), options: { applicationServerKey: new Uint8Array([4]).buffer } });
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(asked).toEqual([routes.postDevice, { id, ...settings }, { id: 'former' }]));
  expect(ownDevice('ada')).toBe(id);
});

it('stays where turning them on failed: only a permission, given or refused, is an answer', async () => {
  const failed = vi.spyOn(toast, 'error').mockReturnValue();
  const ask = vi.fn(async () => 'denied');
  ask.mockRejectedValueOnce(new Error('The push service is out of reach'));
  tellStopped();
  show(ask);
  const turnOn = await screen.findByRole('button', { name: 'Turn on' });
  fireEvent.click(turnOn);
  await waitFor(() => expect(failed).toHaveBeenCalledOnce());
  await waitFor(() => expect(turnOn.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('group')).not.toBeNull();
  fireEvent.click(turnOn);
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
});
