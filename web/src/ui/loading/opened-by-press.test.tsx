import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '../toaster/toast.ts';
import { openedByPress } from './opened-by-press.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('leaves the page as it is where the code cannot be fetched, offers to reload it, and tries again at the next press', async () => {
  const failure = vi.spyOn(toast, 'failure').mockReturnValue();
  const error = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(async () => ({ default: () => <p>The menu</p> })).mockRejectedValueOnce(error);
  const Menu = openedByPress(load);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Message" />
        <button onClick={() => Menu.open(() => setOpen(true))}>Open</button>
        <Suspense>{isOpen && <Menu.Component />}</Suspense>
      </>
    );
  }
  render(<Page />);
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'half a sent' } });
  fireEvent.click(screen.getByText('Open'));
  await vi.waitFor(
    () => expect(failure).toHaveBeenCalledWith('This could not be opened.', error, expect.anything()),
    10_000,
  );
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  const [, , action] = failure.mock.calls[0] ?? [];
  expect(action?.label).toBe('Reload');
  action?.onClick();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('half a sent');
  fireEvent.click(screen.getByText('Open'));
  await screen.findByText('The menu');
});
