import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { system } from '../theme/system.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

const onClose = vi.fn<() => void>();
const ignore = () => undefined;

const dialogs: [string, (busy: boolean) => ReactNode][] = [
  [
    'FormDialog',
    (busy) => (
      <FormDialog open onClose={onClose} title="Edit" submitLabel="Save" onSubmit={ignore} submitting={busy}>
        <input />
      </FormDialog>
    ),
  ],
  [
    'ConfirmDialog',
    (busy) => (
      <ConfirmDialog open onClose={onClose} title="Delete?" confirmLabel="Delete" onConfirm={ignore} pending={busy}>
        It is gone then.
      </ConfirmDialog>
    ),
  ],
];

describe.each(dialogs)('%s', (_name, dialog) => {
  it.each([
    ['can be closed', false, 3],
    ['stays open while it is sent, whatever is pressed', true, 0],
  ])('%s', async (_what, busy, times) => {
    onClose.mockReset();
    render(<ChakraProvider value={system}>{dialog(busy)}</ChakraProvider>);
    // There is no layout here: what covers what cannot be known.
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    await user.click(await screen.findByText('Cancel'));
    await user.click(screen.getByLabelText('Close'));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(times);
  });

  it('has a name on its button while it is sent, though a spinner stands where its words were', async () => {
    render(<ChakraProvider value={system}>{dialog(true)}</ChakraProvider>);
    const button = await screen.findByRole('button', { name: /^(Save|Delete)$/ });
    expect(button.getAttribute('aria-busy')).toBe('true');
  });
});
