import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { listenForGoingBack } from '../../lib/navigation/going-back.ts';
import { system } from '../theme/system.ts';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

// There is no layout here: what covers what cannot be known.
const user = userEvent.setup({ pointerEventsCheck: 0 });
const onClose = vi.fn<() => void>();

function Form() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <ChakraProvider value={system}>
      <button onClick={() => setOpen(true)}>Edit it</button>
      <FormDialog
        open={isOpen}
        onClose={close}
        isTyped={name !== ''}
        title="Edit"
        submitLabel="Save"
        onSubmit={() => undefined}
        submitting={false}
      >
        <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      </FormDialog>
    </ChakraProvider>
  );
}

async function open(typed: string) {
  onClose.mockClear();
  listenForGoingBack();
  window.history.replaceState({ idx: 0 }, '', '/projects');
  window.history.pushState({ idx: 1 }, '', '/projects/1');
  render(<Form />);
  await user.click(screen.getByText('Edit it'));
  await untilItListens(await screen.findByLabelText('Name'));
  fireEvent.change(field(), { target: { value: typed } });
}
/** A dialog listens to keys from the frame on in which it gets the focus. */
const untilItListens = (part: HTMLElement) =>
  waitFor(() => expect(part.closest('[role$=dialog]')?.contains(document.activeElement)).toBe(true));
const press = async (name: string) => user.click(await screen.findByText(name, { selector: 'button' }));
const field = () => screen.getByLabelText<HTMLInputElement>('Name');

const ways: [string, () => unknown][] = [
  ['Escape', () => user.keyboard('{Escape}')],
  ['its cross', () => user.click(screen.getByLabelText('Close'))],
  ['going back', () => window.history.back()],
];

it.each(ways)('asks before %s loses what was typed, and keeps it', async (_way, leave) => {
  await open('Weave');
  await leave();
  await screen.findByText('What you entered is not saved.');
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByText('What you entered is not saved.')).toBeNull());
  expect(field().value).toBe('Weave');
  expect(onClose).not.toHaveBeenCalled();
  await leave();
  await press('Close without saving');
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent, 'the focus is back').toBe('Edit it');
});

it.each(ways)('is closed by %s where nothing was typed', async (_way, leave) => {
  await open('');
  await leave();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('stays for a second Escape: that only takes back the first', async () => {
  await open('Weave');
  await user.keyboard('{Escape}');
  await untilItListens(await screen.findByText('What you entered is not saved.'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('What you entered is not saved.')).toBeNull());
  expect(field().value).toBe('Weave');
  expect(onClose).not.toHaveBeenCalled();
});

it('takes Cancel at its word', async () => {
  await open('Weave');
  await press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});
