import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { StatusBanner } from './status-banner.tsx';
import { usePageEntry } from './use-page-entry.ts';

/** The frame of every signed-in page: sidebar (a top bar with a menu under 768 px) and the page beside it. */
export function Layout() {
  const main = usePageEntry();
  const { pathname } = useLocation();
  // A phone does not pay for what it never shows; in a window made narrow it stays, with a dialog that may be open in it.
  const isWide = useMediaQuery('(min-width: 768px)');
  const [hasSidebar, setHasSidebar] = useState(isWide);
  if (isWide && !hasSidebar) setHasSidebar(true);
  return (
    <chakra.div display="flex" flexDirection={{ base: 'column', md: 'row' }} minH="100dvh">
      <SkipLink />
      {hasSidebar && (
        <Aside aria-label="Sidebar">
          <Sidebar />
        </Aside>
      )}
      <MobileBar />
      <chakra.div flex="1" minW={0}>
        <StatusBanner />
        <Main ref={main} id="main" tabIndex={-1}>
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<PageSpinner />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </Main>
      </chakra.div>
    </chakra.div>
  );
}

const Aside = chakra('aside', {
  base: {
    display: { base: 'none', md: 'block' },
    width: 'sidebar',
    flexShrink: 0,
    position: 'sticky',
    top: 0,
    height: '100dvh',
    borderInlineEndWidth: '1px',
    bg: 'bg.surface',
  },
});

const Main = chakra('main', {
  base: {
    maxW: 'content',
    mx: 'auto',
    px: { base: '16px', md: '32px' },
    py: { base: '20px', md: '32px' },
    outline: 'none',
  },
});
