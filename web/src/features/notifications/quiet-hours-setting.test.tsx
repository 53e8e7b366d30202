import { type Device, routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { AuthContext } from '../../lib/auth/auth-context.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { NotificationsSection } from './notifications-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const night = { from: '22:00', to: '07:00', timeZone };

/** A device with quiet hours, and a server that stores each change when the test says so. */
async function show() {
  let stored: Device = {
    ...{ id: 'd'.repeat(32), kind: 'browser', label: 'Firefox on Linux', host: 'example.com', role: 'first' },
    ...{ details: false, quietHours: night, lastOutcome: null, createdAt: '2026-11-01T10:00:00.000Z' },
  };
  const asked: unknown[] = [];
  const going: { goOn: () => void; refuse: () => void }[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown, { body }: { body?: Partial<Device> } = {}) => {
    if (route === routes.listDevices) return [stored];
    asked.push(body);
    const { promise, resolve, reject } = deferred();
    going.push({ goOn: resolve, refuse: () => reject(new TypeError('Failed to fetch')) });
    await promise;
    stored = { ...stored, ...body };
    return stored;
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
  fireEvent.click(await screen.findByText('Notification settings'));
  await screen.findByLabelText('From');
  return { asked, going, stored: () => stored.quietHours };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, time: string) => fireEvent.change(field(name), { target: { value: time } });
const leave = (name: string, to: Element | null = null) => fireEvent.blur(field(name), { relatedTarget: to });

it('stores both times together, when the last of them is left', async () => {
  const { asked, going, stored } = await show();
  type('From', '');
  expect(field('From').value, 'a time is typed in parts').toBe('');
  type('From', '23:30');
  leave('From', field('To'));
  type('To', '06:00');
  expect(asked).toEqual([]);
  leave('To');
  await waitFor(() => expect(asked).toEqual([{ quietHours: { from: '23:30', to: '06:00', timeZone } }]));
  going[0]?.goOn();
  await waitFor(() => expect(stored()).toEqual({ from: '23:30', to: '06:00', timeZone }));
});

it('sends one change after the other, the second with what was typed first', async () => {
  const { asked, going, stored } = await show();
  type('From', '23:30');
  leave('From');
  await waitFor(() => expect(asked).toHaveLength(1));
  type('To', '06:00');
  leave('To');
  expect(asked, 'the first has not been answered').toHaveLength(1);
  going[0]?.goOn();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({ quietHours: { from: '23:30', to: '06:00', timeZone } });
  expect(field('To').value, 'what was stored first takes nothing back').toBe('06:00');
  going[1]?.goOn();
  await waitFor(() => expect(stored()).toEqual({ from: '23:30', to: '06:00', timeZone }));
});

it('says what is wrong with them, and keeps what could not be stored', async () => {
  const { asked, going } = await show();
  type('To', '22:00');
  leave('To');
  await screen.findByText('Quiet hours begin and end at different times');
  expect(asked).toEqual([]);
  type('To', '21:00');
  expect(screen.queryByText('Quiet hours begin and end at different times')).toBeNull();
  leave('To');
  await waitFor(() => expect(asked).toHaveLength(1));
  going[0]?.refuse();
  await screen.findByText('The server could not be reached. Check your connection.');
  leave('To');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(field('To').value).toBe('21:00');
});

it('stores what was typed back while the first change is on its way', async () => {
  const { asked, going, stored } = await show();
  type('From', '23:30');
  leave('From');
  type('From', '22:00');
  leave('From');
  await waitFor(() => expect(asked).toHaveLength(1));
  going[0]?.goOn();
  await waitFor(() => expect(asked).toHaveLength(2));
  going[1]?.goOn();
  await waitFor(() => expect(stored()).toEqual(night));
});
