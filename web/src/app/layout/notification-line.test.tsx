import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { offerNotifications, tellStopped } from '../../lib/notifications/notification-offer.ts';
import { openPage } from '../../pages/test-page.tsx';
import { NotificationLine } from './notification-line.tsx';

beforeEach(() => {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default' });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The line at an address, while one request waits. */
const open = (at: string) =>
  openPage(<NotificationLine />, {
    at,
    path: at.replace(/\?.*/, ''),
    server: {
      'GET /api/approvals': () => [testApproval({ id: 'weave' })],
      'GET /api/config': () => ({ push: { publicKey: 'B' } }),
    },
  });
const offer = 'Get a notification on this device when something needs your decision?';
const untilKnown = ({ queries }: ReturnType<typeof open>) =>
  waitFor(() => expect(queries.getQueryData([...keys.devices, 'own'])).toBeNull());

it.each(['/', '/tasks/weave', '/approvals?mode=swipe'])('says at %s that notifications have stopped', async (at) => {
  tellStopped();
  open(at);
  await screen.findByText('Notifications have stopped on this device. Turn them on again?');
});

it.each(['/approvals', '/approvals?mode=swipe', '/approvals/weave'])('offers them at %s', async (at) => {
  offerNotifications();
  open(at);
  await screen.findByText(offer);
});

it('offers them nowhere else', async () => {
  offerNotifications();
  open('/projects');
  expect(screen.queryByText(offer)).toBeNull();
});

it('does not come between two swipes, but after the last one', async () => {
  const opened = open('/approvals?mode=swipe');
  act(offerNotifications);
  await waitFor(() => expect(opened.queries.getQueryData(keys.approvals)).toHaveLength(1));
  expect(screen.queryByText(offer)).toBeNull();
  act(() => opened.queries.setQueryData(keys.approvals, []));
  await untilKnown(opened);
  await screen.findByText(offer);
});
