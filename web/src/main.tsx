import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preloadAuth } from './lib/auth/auth.ts';
import { listenForInstall } from './lib/device/install-event.ts';
import { listenForGoingBack } from './lib/navigation/going-back.ts';
import { nextTask } from './lib/timing/next-task.ts';
import { addFonts } from './ui/theme/fonts.ts';

listenForInstall();
listenForGoingBack();
preloadAuth();
addFonts();
start().catch(explain);

/**
 * The app comes in pieces that the browser fetches together (preload-pieces.ts) and evaluates one by one, each in a task of
 * its own: evaluated and rendered at once, it would block a phone for most of a second.
 */
async function start(): Promise<void> {
  const { loadConfig } = await import('./lib/server/config.ts');
  loadConfig().catch(() => undefined);
  const { wasSignedIn } = await import('./lib/auth/session-traces.ts');
  const { preloadData, preloadLogin, preloadPage } = await import('./app/pages.ts');
  const isPage = wasSignedIn() && location.pathname !== '/login';
  const preload = isPage ? () => preloadPage(location.pathname) : preloadLogin;
  if (isPage) preloadData(location.pathname);
  await nextTask();
  await import('./ui/theme/engine.ts');
  await nextTask();
  await import('./ui/theme/system.ts');
  await nextTask();
  const { App } = await import('./app/app.tsx');
  preload();
  await nextTask();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** index.html's splash is still on screen, so it has to show what happened, in words that it brings along. */
function explain(error: unknown): void {
  console.error('The app could not be started', error);
  const words = document.querySelector<HTMLElement>('.splash span');
  // What a browser throws that is set to store nothing for a site.
  const why = error instanceof DOMException && error.name === 'SecurityError' ? 'blocked' : 'failed';
  if (words) words.textContent = words.dataset[why] ?? '';
}
