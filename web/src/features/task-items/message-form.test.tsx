import { ApiError, routes, type Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { forgetEverybody } from '../../lib/auth/session-traces.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { TOASTS_ABOVE } from '../../ui/toaster/toast-store.ts';
import { MessageForm } from './message-form.tsx';
import { testTaskItem } from './test-task-item.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function show(task: Partial<Task>) {
  const call = vi.spyOn(api, 'call').mockResolvedValue(testTaskItem({}) as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChakraProvider value={system}>
        <MessageForm task={{ id: 't', keptByHand: false, containerId: 'c', ...task } as Task} />
      </ChakraProvider>
    </QueryClientProvider>,
  );
  return call;
}

it.each(['completed', 'failed'] as const)('a message to a task that is %s reopens it, and says so', async (status) => {
  const call = show({ status });
  expect(
    screen.getByText(
      /This task has ended. Your message reopens it, and the agent goes on from what was saved, or begins again./,
    ),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Message to the agent/), { target: { value: 'And the tests' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send and reopen' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(routes.postTaskMessage, {
      params: { id: 't' },
      body: { text: 'And the tests' },
      headers: { 'Idempotency-Key': expect.stringMatching(/^[\w-]{8,64}$/) },
    }),
  );
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it('a task that was ended by hand has no agent to hear it', () => {
  show({ status: 'completed', keptByHand: true });
  expect(screen.getByText('This task has ended. Reopen it to let an agent work on it.')).toBeTruthy();
  expect(screen.queryByLabelText(/Message to the agent/)).toBeNull();
});

it('a running one hears it at its next turn, or is stopped', () => {
  show({ status: 'running', canStop: true });
  expect(screen.getByText(/It reaches the agent at its next turn/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
});

it.each(['pending', 'approved', 'rejected'] as const)(
  'one that is %s is stopped where an agent goes on with it',
  async (status) => {
    const call = show({ status, canStop: true });
    const told = vi.spyOn(toast, 'success').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(call).toHaveBeenCalledWith(routes.postTaskStop, { params: { id: 't' } }));
    const words = /^The task ends as stopped, unless what you approved is being pushed already\./;
    await waitFor(() => expect(told).toHaveBeenCalledWith('Stop requested', expect.stringMatching(words)));
    cleanup();
    show({ status, canStop: false });
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  },
);

it('keeps toasts, such as the one after Stop, off its buttons and its field where it is at the lower edge', () => {
  const box = { top: 600, height: 150, bottom: 750, left: 300 } as DOMRect;
  vi.spyOn(HTMLFormElement.prototype, 'getBoundingClientRect').mockReturnValue(box);
  show({ status: 'running', canStop: true });
  expect(document.documentElement.style.getPropertyValue(TOASTS_ABOVE)).toBe(`${window.innerHeight - 600}px`);
});

it('one whose start was rejected has no agent that would hear it before it is reopened', () => {
  show({ status: 'rejected', containerId: null });
  screen.getByText(/This task was not started. Reopen it, and the agent gets your message\./);
  cleanup();
  show({ status: 'rejected' });
  screen.getByText(/It reaches the agent at its next turn/);
});

it('sends the same text again as the same message where no answer came, and another one under a key of its own', async () => {
  const call = show({ status: 'running' });
  const error = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  const keys = () => sentBy(call);
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/);
  const send = async (text: string) => {
    const before = call.mock.calls.length;
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(call.mock.calls.length).toBe(before + 1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false));
  };
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await send('Go on');
  expect(error).toHaveBeenCalledWith('Failed to send message');
  screen.getByText('It may already have arrived. If you send it again unchanged, it counts as the same message.');
  expect(field().value).toBe('Go on');
  await send('Go on');
  await waitFor(() => expect(field().value).toBe(''));
  await send('Go on');
  const [first, again, another] = keys();
  expect(again).toBe(first);
  expect(another).not.toBe(first);
});

it('keeps what was typed over a reload, until it is sent or its person signs out; for each task its own', async () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/);
  const comeBack = (id = 't') => {
    cleanup();
    return show({ id, status: 'running' });
  };
  const isHinted = () => screen.queryByText(/It may already have arrived/) !== null;
  show({ status: 'running' });
  fireEvent.change(field(), { target: { value: 'Use blue yarn' } });
  comeBack('other');
  expect(field().value).toBe('');
  const call = comeBack();
  expect(field().value).toBe('Use blue yarn');
  const error = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(error).toHaveBeenCalledWith('Failed to send message'));
  const [first] = sentBy(call);
  const again = comeBack();
  expect(isHinted()).toBe(true);
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(field().value).toBe(''));
  expect(sentBy(again)).toEqual([first, first]);
  comeBack();
  expect(field().value).toBe('');
  fireEvent.change(field(), { target: { value: 'And green' } });
  await forgetEverybody().catch(() => undefined);
  comeBack();
  expect(field().value).toBe('');
  expect(localStorage).toHaveLength(0);
});

it('shows what another tab has typed, and no more once that has sent it', () => {
  const key = 'countersign.own.message.t';
  const elsewhere = (text: string | null) => {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ text, at: 1 }));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  };
  show({ status: 'running' });
  const value = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/).value;
  elsewhere('Use blue yarn');
  expect(value()).toBe('Use blue yarn');
  elsewhere(null);
  expect(value()).toBe('');
});

describe('with another tab that writes to the same task', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/);
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  /** The other tab is this one under another name: what is kept under that, it finds after a reload. */
  const inTab = (name: string) => {
    cleanup();
    sessionStorage.setItem('countersign.tab', name);
    return show({ status: 'running' });
  };
  const sendIt = async (call: ReturnType<typeof show>) => {
    fireEvent.click(screen.getByText('Send'));
    await waitFor(() => expect(call).toHaveBeenCalled());
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Send').disabled).toBe(false));
  };
  afterEach(() => sessionStorage.clear());

  it.each([
    { sending: 'one', sends: 'Use blue yarn', keeping: 'two', keeps: 'And green' },
    { sending: 'two', sends: 'And green', keeping: 'one', keeps: 'Use blue yarn' },
  ])('$sending sends its own, and the other keeps its own', async ({ sending, sends, keeping, keeps }) => {
    inTab('one');
    type('Use blue yarn');
    inTab('two');
    type('And green');
    const call = inTab(sending);
    expect(field().value).toBe(sends);
    await sendIt(call);
    expect(field().value).toBe('');
    inTab(keeping);
    expect(field().value).toBe(keeps);
  });

  it('what was made of a text from a tab that is closed deletes that, but no other', async () => {
    inTab('closed');
    type('Use blue yarn');
    const call = inTab('new');
    expect(field().value).toBe('Use blue yarn');
    type('Use blue yarn only');
    await sendIt(call);
    inTab('another');
    expect(field().value).toBe('');

    inTab('closed');
    type('Use red yarn');
    const again = inTab('new');
    type('Use red yarn only');
    const other = JSON.stringify({ text: 'Use red yarn, and knit', at: Date.now() });
    localStorage.setItem('countersign.own.message.t.closed', other);
    await sendIt(again);
    inTab('closed');
    expect(field().value).toBe('Use red yarn, and knit');
  });

  it('what was sent or cleared leaves no room for what another tab is writing, also after a reload', async () => {
    inTab('one');
    type('Use blue yarn');
    inTab('two');
    type('And green');
    await sendIt(inTab('two'));
    inTab('two');
    expect(field().value, 'sent').toBe('');
    type('And red');
    inTab('two');
    type('');
    inTab('two');
    expect(field().value, 'cleared').toBe('');
    inTab('one');
    expect(field().value, 'in the other').toBe('Use blue yarn');
    inTab('three');
    expect(field().value, 'in a new one').toBe('Use blue yarn');
  });

  it('what is cleared stays cleared, also if it was typed in a tab that is closed', async () => {
    inTab('closed');
    type('Use blue yarn');
    inTab('new');
    expect(field().value).toBe('Use blue yarn');
    type('');
    inTab('new');
    expect(field().value, 'after a reload').toBe('');
    inTab('another');
    expect(field().value).toBe('');
  });
});

it('is no attempt any more once it was refused, and stays as it was typed where there is no room to keep it', async () => {
  const call = show({ status: 'running' });
  vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockReturnValue();
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/);
  call.mockRejectedValueOnce(new ApiError(409, 'This task is handled by its owner', null));
  fireEvent.change(field(), { target: { value: 'Go on' } });
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('This task is handled by its owner');
  expect(screen.queryByText(/It may already have arrived/)).toBeNull();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  fireEvent.change(field(), { target: { value: 'Go on, please' } });
  expect(field().value).toBe('Go on, please');
});

it('keeps what is typed while a message is being sent', async () => {
  const call = show({ status: 'running' });
  const answer = deferred<never>();
  call.mockReturnValueOnce(answer.promise);
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Message to the agent/);
  const isSending = () => screen.getByText<HTMLButtonElement>('Send').disabled;
  fireEvent.change(field(), { target: { value: 'Go on' } });
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(isSending()).toBe(true));
  fireEvent.change(field(), { target: { value: 'And the tests' } });
  await act(async () => answer.resolve(testTaskItem({}) as never));
  await waitFor(() => expect(isSending()).toBe(false));
  expect(field().value).toBe('And the tests');
});

/** The keys of the messages that were sent. */
const sentBy = (call: ReturnType<typeof show>) =>
  call.mock.calls.map(([, input]) => (input as never as Sent).headers['Idempotency-Key']);

interface Sent {
  headers: Record<string, string>;
}
