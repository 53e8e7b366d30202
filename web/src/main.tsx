import './ui/theme/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadLogin, preloadPage } from './app/pages.ts';
import { preloadAuth } from './lib/auth.ts';
import { loadConfig } from './lib/config.ts';
import { listenForInstall } from './lib/install-event.ts';
import { wasSignedIn } from './lib/session-traces.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

listenForInstall();
preloadAuth();
loadConfig().catch(() => undefined);
if (wasSignedIn() && location.pathname !== '/login') preloadPage(location.pathname);
else preloadLogin();

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
