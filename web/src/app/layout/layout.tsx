import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { KeptDecisionsLine } from '../../features/approvals/offline/kept-decisions-line.tsx';
import { optional } from '../../ui/loading/optional.ts';
import { PageSpinner } from '../../ui/loading/page-spinner.tsx';
import { Settled } from '../../ui/loading/settled.tsx';
import { LOW } from '../../ui/viewport/media.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { KeptMark } from './kept-mark.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { NotificationLine } from './notification-line.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBanner } from './status-banner.tsx';
import { usePageEntry } from './use-page-entry.ts';

const AfterPaint = optional(async () => ({ default: (await import('./after-paint.tsx')).AfterPaint }));

/** The frame of every signed-in page: sidebar (a top bar with a menu under 768 px) and the page beside it. */
export function Layout() {
  const main = usePageEntry();
  const { pathname } = useLocation();
  // A phone does not render the sidebar, which it never shows. When a wide window becomes narrow the sidebar stays
  // mounted: a dialog may be open in it.
  const isWide = useMediaQuery('(min-width: 768px) and (min-height: 500px)');
  const [hasSidebar, setHasSidebar] = useState(isWide);
  if (isWide && !hasSidebar) setHasSidebar(true);
  return (
    <Frame>
      <SkipLink href="#main">Skip to content</SkipLink>
      {hasSidebar && (
        <Aside aria-label="Sidebar">
          <Sidebar />
        </Aside>
      )}
      <MobileBar />
      <chakra.div flex="1" minW={0} position="relative">
        <StatusBanner />
        <KeptDecisionsLine />
        <NotificationLine />
        <Settled>
          <AfterPaint />
        </Settled>
        <KeptMark />
        <Main ref={main} id="main" tabIndex={-1}>
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<PageSpinner />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </Main>
      </chakra.div>
    </Frame>
  );
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    minH: '100dvh',
    [LOW]: { flexDirection: 'column' },
  },
});

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
    [LOW]: { display: 'none' },
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

/** The first stop of the keyboard: skips the sidebar. */
const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: '8px',
    insetStart: '8px',
    zIndex: 'skipNav',
    px: '16px',
    py: '10px',
    rounded: 'control',
    bg: 'primary.solid',
    color: 'primary.contrast',
    translate: '0 -200%',
    _focus: { translate: '0 0' },
  },
});
