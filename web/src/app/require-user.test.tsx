import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthContext } from '../lib/auth/auth-context.ts';
import { deferred } from '../lib/timing/deferred.ts';
import { system } from '../ui/theme/system.ts';
import { RequireUser } from './require-user.tsx';

// Two entries that have no key of their own, as those have with which somebody came here: one location to the router.
beforeEach(() => {
  window.history.replaceState(null, '', '/tasks');
  window.history.pushState(null, '', '/tasks');
});
afterEach(cleanup);

/** Another address, opened from anywhere on the page. */
function Elsewhere() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/tasks', { replace: true })}>Elsewhere</button>;
}

async function back() {
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await gone;
}

it.each([
  ['Back', back],
  ['a link', async () => screen.getByText('Elsewhere').click()],
])('leads to the sign-in page also who follows %s while its code is on its way', async (_what, follow) => {
  const code = deferred<{ default: () => string }>();
  const SignIn = lazy(() => code.promise);
  render(
    <ChakraProvider value={system}>
      <AuthContext value={{ status: 'signed-out', user: null }}>
        <BrowserRouter>
          <Elsewhere />
          <Suspense>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route element={<RequireUser />}>
                <Route path="/tasks" element="Tasks" />
              </Route>
            </Routes>
          </Suspense>
        </BrowserRouter>
      </AuthContext>
    </ChakraProvider>,
  );
  await act(follow);
  await act(async () => code.resolve({ default: () => 'The sign-in page' }));
  expect(document.body.textContent).toContain('The sign-in page');
  expect(screen.queryByText('Tasks')).toBeNull();
});
