// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { AuthContext } from '../lib/auth/auth-context.ts';
import { deferred } from '../lib/timing/deferred.ts';
import { system } from '../ui/theme/system.ts';
import { RequireUser } from './require-user.tsx';

afterEach(cleanup);

/** The address that was open before, from anywhere on the page. */
function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/tasks', { replace: true })}>Back</button>;
}

it('leads to the sign-in page also who goes back while its code is on its way', async () => {
  const code = deferred<{ default: () => string }>();
  const SignIn = lazy(() => code.promise);
  render(
    <ChakraProvider value={system}>
      <AuthContext value={{ status: 'signed-out', user: null }}>
        <MemoryRouter initialEntries={['/tasks']}>
          <Back />
          <Suspense>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route element={<RequireUser />}>
                <Route path="/tasks" element="Tasks" />
              </Route>
            </Routes>
          </Suspense>
        </MemoryRouter>
      </AuthContext>
    </ChakraProvider>,
  );
  await act(async () => screen.getByText('Back').click());
  await act(async () => code.resolve({ default: () => 'The sign-in page' }));
  expect(document.body.textContent).toContain('The sign-in page');
  expect(screen.queryByText('Tasks')).toBeNull();
});
