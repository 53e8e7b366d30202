import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropDecision, keepDecision, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { system } from '../../ui/theme/system.ts';
import { SignOutButton } from './sign-out-button.tsx';

const { signOut } = vi.hoisted(() => ({ signOut: vi.fn() }));
vi.mock('../../features/auth/use-sign-out.ts', () => ({ useSignOut: () => ({ signOut, isSigningOut: false }) }));

beforeEach(() => openKeptDecisions('ada'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  signOut.mockClear();
});

const keep = (id: string) => keepDecision({ id, taskId: 't', hash: 'h', title: id, how: 'approve', body: {} });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

function show() {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <SignOutButton />
      </MemoryRouter>
    </ChakraProvider>,
  );
  fireEvent.click(screen.getByLabelText('Sign out'));
}

it('signs out at once where nothing waits', () => {
  show();
  expect(signOut).toHaveBeenCalledOnce();
});

it('says first how many decisions it drops, and drops none where the person stays', async () => {
  keep('weave');
  keep('knit');
  show();
  await screen.findByText(/^2 decisions are kept here until the server answers\. Signing out drops/);
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(signOut).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText('Sign out'));
  await screen.findByText(/^2 decisions are kept/);
  act(() => ['weave', 'knit'].forEach(dropDecision));
  await screen.findByText('Your decisions were sent meanwhile.');
  press('Sign out');
  expect(signOut).toHaveBeenCalledOnce();
});
