import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useOutletContext } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../lib/api.ts';
import { admissionEra, admit, beginAdmission, refuse } from '../lib/auth/admission.ts';
import { AuthContext } from '../lib/auth/auth-context.ts';
import * as lists from '../lib/last-seen/list-store.ts';
import { system } from '../ui/theme/system.ts';
import { RequireAdmission } from './require-admission.tsx';

const message = 'This Countersign is by invitation only. Ask its owner to add ada@example.com.';
const user = { uid: 'ada', email: 'ada@example.com', emailVerified: false, displayName: null };
const ask = () => vi.mocked(api.askForAdmission);

beforeEach(() => {
  vi.spyOn(lists, 'forgetLists').mockResolvedValue();
  vi.spyOn(api, 'askForAdmission').mockReturnValue(new Promise(() => undefined));
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  beginAdmission(null);
  localStorage.clear();
  vi.restoreAllMocks();
});

it('shows the app at once to who was admitted here before, and asks nothing', () => {
  localStorage.setItem('countersign.admitted', 'ada');
  show('/tasks');
  screen.getByText('The app at /tasks');
  expect(ask()).not.toHaveBeenCalled();
});

it('waits for the first answer about everybody else', async () => {
  show('/tasks');
  await screen.findByText('Loading');
  expect(document.body.textContent).not.toContain('The app');
  // Its page may still be on its way.
  await waitFor(() => expect(ask()).toHaveBeenCalledTimes(1));
  await act(async () => admit(admissionEra()));
  screen.getByText('The app at /tasks');
});

it('says what is wrong where there is neither a yes nor a no, and asks again when told to or back in the network', async () => {
  ask().mockRejectedValue(new TypeError('Failed to fetch'));
  show('/');
  await screen.findByText('The server could not be reached. Check your connection.');
  screen.getByText('Sign out');
  await act(async () => fireEvent.click(screen.getByText('Try again')));
  expect(ask()).toHaveBeenCalledTimes(2);
  await act(async () => fireEvent(window, new Event('online')));
  expect(ask()).toHaveBeenCalledTimes(3);
});

it('puts its page in place of the app wherever somebody is, and the app back with the focus', async () => {
  localStorage.setItem('countersign.admitted', 'ada');
  show('/tasks');
  await act(async () => void refuse(admissionEra(), message));
  await screen.findByText(message);
  expect(document.activeElement?.textContent).toBe('By invitation');
  expect(document.body.textContent).not.toContain('The app');
  await act(async () => admit(admissionEra()));
  screen.getByText('The app at /, with the focus');
});

function show(path: string): void {
  beginAdmission('ada');
  render(
    <ChakraProvider value={system}>
      <AuthContext value={{ status: 'signed-in', user }}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route element={<RequireAdmission />}>
              <Route path="*" element={<FakeApp />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </AuthContext>
    </ChakraProvider>,
  );
}

function FakeApp() {
  const { pathname } = useLocation();
  const { takesFocus } = useOutletContext<{ takesFocus: boolean }>();
  return <p>{`The app at ${pathname}${takesFocus ? ', with the focus' : ''}`}</p>;
}
