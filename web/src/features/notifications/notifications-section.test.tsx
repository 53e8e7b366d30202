import { type Device, routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { AuthContext } from '../../lib/auth/auth-context.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { publicClient } from '../../lib/server/public-client.ts';
import { system } from '../../ui/theme/system.ts';
import { NotificationsSection } from './notifications-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
const device: Device = {
  id: 'd'.repeat(32),
  kind: 'browser',
  label: 'Firefox on Linux',
  host: 'updates.push.services.mozilla.com',
  role: 'first',
  details: false,
  quietHours: null,
  lastOutcome: { event: 'approval', outcome: 'failed', detail: 'Too large', at: '2026-11-01T10:00:00.000Z' },
  createdAt: '2026-11-01T10:00:00.000Z',
};

/** Renders the section; collects the requests to the server other than the list. */
function show({
  push = { publicKey: 'B' },
  devices = [] as Device[],
}: { push?: object | null; devices?: Device[] } = {}) {
  const asked: unknown[] = [];
  vi.spyOn(publicClient, 'call').mockResolvedValue({ push } as never);
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown, input: object) => {
    if (route === routes.listDevices) return devices;
    asked.push(input);
    return device;
  }) as never);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ChakraProvider value={system}>
          <AuthContext value={{ status: 'signed-in', user }}>
            <NotificationsSection />
          </AuthContext>
        </ChakraProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

/** A browser that supports push messages, with its person's answer to the permission prompt. */
function stubPush(permission: string) {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    serviceWorker: { getRegistration: async () => undefined },
  });
}

it('promises no notification to somebody who has turned on no device', async () => {
  show();
  await screen.findByText(/^Devices that you turn on are notified at once when something needs your decision/);
});

describe('notifications', () => {
  it('can be turned on where the browser knows them', async () => {
    stubPush('default');
    show();
    await screen.findByText('Turn on here');
  });

  it('say how to allow them where they are blocked', async () => {
    stubPush('denied');
    show();
    await screen.findByText(/Notifications are blocked for this page/);
  });

  it('can be turned on by whoever has allowed them in the settings and comes back', async () => {
    stubPush('denied');
    show();
    await screen.findByText(/Notifications are blocked for this page/);
    stubPush('default');
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByText('Turn on here');
    stubPush('denied');
    fireEvent.focus(window);
    await screen.findByText(/Notifications are blocked for this page/);
  });

  it('say that this browser has none', async () => {
    show();
    await screen.findByText(/This browser has no push notifications/);
  });

  it('say what an iPhone needs', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
    show();
    await screen.findByText(/Add to Home Screen/);
  });

  it('say that this deployment has none', async () => {
    stubPush('default');
    show({ push: null });
    await screen.findByText('This deployment sends no notifications to browsers.');
  });

  it('tell what became of the last one, and change what a device is told', async () => {
    stubPush('default');
    const asked = show({ devices: [device] });
    await screen.findByText(/Last request: not delivered. Too large./);
    fireEvent.click(screen.getByText('Notification settings'));
    fireEvent.click(await screen.findByLabelText('Titles of requests'));
    await waitFor(() => expect(asked).toEqual([{ params: { id: device.id }, body: { details: true } }]));
  });

  it('name a cap of the day by its name', async () => {
    stubPush('default');
    const lastOutcome = { event: 'budget', outcome: 'opened', detail: null, at: '2026-11-01T10:00:00.000Z' };
    show({ devices: [{ ...device, lastOutcome }] });
    await screen.findByText(/Daily cap: opened/);
    screen.getByText(/an agent goes silent or a daily cap pauses a container\./);
  });
});
