import './ui/theme/fonts.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preloadAuth } from './lib/auth.ts';
import { listenForInstall } from './lib/install-event.ts';

listenForInstall();
preloadAuth();
start().catch(explain);

/**
 * The app comes in pieces that are fetched together and evaluated one by one: as one piece, and drawn in one go, it would keep a phone
 * from answering for most of a second.
 */
async function start(): Promise<void> {
  const styles = import('./ui/theme/system.ts');
  const lib = Promise.all([import('./lib/config.ts'), import('./lib/session-traces.ts'), import('./app/pages.ts')]);
  const app = import('./app/app.tsx');
  const [{ loadConfig }, { wasSignedIn }, { preloadLogin, preloadPage }] = await lib;
  loadConfig().catch(() => undefined);
  if (wasSignedIn() && location.pathname !== '/login') preloadPage(location.pathname);
  else preloadLogin();
  await styles;
  const { App } = await app;
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

/** The mark of index.html still stands there; nothing else can say what happened. */
function explain(error: unknown): void {
  console.error('The app could not be started', error);
  const words = document.querySelector('.splash span');
  if (words) words.textContent = 'Countersign could not be loaded. Reload the page to try again.';
}
