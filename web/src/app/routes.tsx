import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageSpinner } from '../ui/loading/page-spinner.tsx';
import { LoginPage, NotFoundPage, pages, Shell } from './pages.ts';
import { RequireAdmission } from './require-admission.tsx';
import { RequireUser } from './require-user.tsx';

/** /login for everybody; every other page for signed-in users who are admitted. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route element={<RequireUser />}>
          <Route element={<RequireAdmission />}>
            <Route element={<Shell />}>
              {pages.map(({ path, Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
