import { ApiError } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { toast } from './toast.ts';
import { ToastRegion } from './toast-region.tsx';
import { toastStore } from './toast-store.ts';

const openToasts = () => screen.queryAllByRole('status').filter((element) => element.dataset['state'] === 'open');
const openTexts = () => openToasts().map((element) => element.textContent);

const open = () =>
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <ToastRegion />
      </MemoryRouter>
    </ChakraProvider>,
  );

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    // jsdom has no pointer events; a mouse event has what a drag needs.
    vi.stubGlobal('PointerEvent', MouseEvent);
    open();
  });
  afterEach(() => {
    act(() => toastStore.remove());
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('show title and description; an error is titled Error', async () => {
    act(() => toast.error('Failed to create project'));
    await waitFor(() => expect(openTexts()).toEqual(['ErrorFailed to create project']));
  });

  it('say below what failed why it did, in the words of the server', async () => {
    const reply = { code: 'conflict', message: 'The image of this container is not offered any more' } as const;
    act(() => toast.failure('Failed to resume container.', new ApiError(409, 'Conflict', reply)));
    await waitFor(() => expect(openTexts()).toEqual([`ErrorFailed to resume container.${reply.message}`]));
    screen.getByText('Failed to resume container.');
    act(() => toast.failure('Failed to resume container.', new TypeError('Failed to fetch')));
    await waitFor(() => expect(openTexts()[0]).toMatch(/container\.The server could not be reached/));
  });

  it('show the newest at once, in place of the one before', async () => {
    act(() => toast.success('First'));
    await waitFor(() => expect(openTexts()).toEqual(['First']));
    act(() => toast.success('Second', 'with words'));
    await waitFor(() => expect(openTexts()).toEqual(['Secondwith words']));
  });

  it('may lead to a page, and are gone then', async () => {
    act(() => toast.success('Rejected', 'by mistake', { label: 'Write to the agent', to: '/tasks/weave' }));
    const link = await screen.findByText('Write to the agent');
    expect(link.getAttribute('href')).toBe('/tasks/weave');
    fireEvent.click(link);
    await waitFor(() => expect(openToasts()).toEqual([]));
  });

  it('leave with the offer that is taken back, unless another one is shown', async () => {
    const offer = { label: 'Undo', onClick: () => undefined };
    act(() => toast.success('Approved', 'by mistake', offer));
    await screen.findByText('Undo');
    let wasShown = false;
    act(() => void (wasShown = toast.withdraw(offer)));
    expect(wasShown).toBe(true);
    await waitFor(() => expect(openToasts()).toEqual([]));
    act(() => toast.success('Another'));
    act(() => void (wasShown = toast.withdraw(offer)));
    expect(wasShown).toBe(false);
    await waitFor(() => expect(openTexts()).toEqual(['Another']));
  });

  it('leave when they are dismissed', async () => {
    act(() => toast.success('Enough'));
    await waitFor(() => expect(openTexts()).toEqual(['Enough']));
    fireEvent.click(screen.getByLabelText('Dismiss'));
    await waitFor(() => expect(openToasts()).toEqual([]));
  });

  it('leave after 5 seconds', async () => {
    act(() => toast.success('Short'));
    await waitFor(() => expect(openTexts()).toEqual(['Short']));
    // The clock also runs by itself: stay far enough from the end that a busy machine does not reach it.
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(openTexts()).toEqual(['Short']);
    await act(() => vi.advanceTimersByTimeAsync(3_300));
    await waitFor(() => expect(openToasts()).toEqual([]));
  });

  it('are gone once another person signs in, also those of calls that were answered meanwhile', async () => {
    act(() => toast.success('Rejected', '“Theirs”'));
    await waitFor(() => expect(openToasts()).toHaveLength(1));
    cleanup();
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(openTexts()).toEqual([]);
    cleanup();
    act(() => toast.error('Failed to approve item'));
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(openTexts()).toEqual([]);
    act(() => toast.success('Mine'));
    await waitFor(() => expect(openTexts()).toEqual(['Mine']));
  });

  it.each([
    [49, 1],
    [50, 0],
    [-50, 0],
  ])('dragged sideways by %d px, %d stays', async (distance, left) => {
    act(() => toast.success('Drag me'));
    await waitFor(() => expect(openToasts()).toHaveLength(1));
    const [card] = openToasts();
    if (!card) throw new Error('no toast');
    card.setPointerCapture = () => undefined;
    fireEvent.pointerDown(card, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(card, { clientX: 100 + distance, pointerId: 1 });
    fireEvent.pointerUp(card, { clientX: 100 + distance, pointerId: 1 });
    await waitFor(() => expect(openToasts()).toHaveLength(left));
  });
});
