import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { leaveOutSummaries } from './leave-out-summaries.ts';
import { preloadPieces } from './preload-pieces.ts';
import { manifest } from './pwa-manifest.ts';
import { releaseFile } from './release-file.ts';
import { sharedPieces } from './shared-pieces.ts';

export default defineConfig({
  plugins: [
    react(),
    leaveOutSummaries(),
    preloadPieces(),
    releaseFile(),
    VitePWA({
      strategies: 'generateSW',
      filename: 'sw.js',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeAssets: ['favicon.svg', 'icon-192.png', 'icon-512.png'],
      workbox: {
        // Only the shell: API replies are kept per user in IndexedDB, never in a cache that all users share.
        globPatterns: ['**/*.{html,js,css,woff2}'],
        globIgnores: ['**/live-worker-*.js', 'push-worker.js'],
        importScripts: ['/push-worker.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/__\//],
        cleanupOutdatedCaches: true,
        // The worker already serves the first visit: its pages work without a network, and a new version waits until
        // the person in front of an open page agrees.
        clientsClaim: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Thirty small files are five round trips on a phone: what every page needs comes in few pieces, as many as main.tsx evaluates.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: /\/web\/src\/lib\/(auth\/auth|device\/install-event)\.ts/, priority: 6 },
            { name: 'react', test: isFramework, priority: 5 },
            // Excludes attributions and elicitations, which are loaded with the requests themselves, and notifications, evidence,
            // rules, limits, undo and past decisions.
            {
              name: 'contract',
              test: /\/contract\/src\/(?!index|moves|routes\/index|\w+\/(?:attribution|elicitation|check-answer|decision|device|evidence|rule|task-limits|undo|signal|seconds-words|tool-parameters))|\/node_modules\/zod\//,
              priority: 4,
            },
            { name: 'styles', test: /\/web\/src\/ui\/theme\/engine|styled-system|preset-base|emotion/, priority: 3 },
            { name: 'theme', test: /\/web\/src\/ui\/theme\/.*\.ts$/, priority: 3 },
            {
              name: 'calls',
              test: /\/web\/src\/lib\/(api|auth\/(admission|session-traces)|last-seen\/list-store|server\/(config|fetch-in-time|public-client|server-version))\.ts$/,
              priority: 3,
            },
            // Without the frame of the pages, which takes longer than their first calls.
            {
              name: 'first',
              test: /\/web\/src\/(lib\/(queries\/(early-calls|first-entries)|auth\/kept-session)|app\/first-calls)\.ts$/,
              priority: 3,
            },
            { name: 'base', test: isBase, priority: 2 },
            { name: 'parts', test: isPart, minShareCount: 3, priority: 1 },
            // Neither the dashboard nor the sign-in page folds long text.
            {
              name: 'clamp',
              test: /\/web\/src\/ui\/(text\/clamp|text\/title-clamp|viewport\/reveal)\.tsx?$/,
              priority: 1,
            },
            // Code for reading a request, loaded with the first one.
            { name: 'seen', test: /\/web\/src\/entities\/task-item\/(seen\/|closed-words)/, priority: 1 },
            ...sharedPieces(),
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:5000' } },
});

function isFramework(id: string): boolean {
  return /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//.test(id);
}

/** Other code that every page needs: the parts of the sign-in page with their imports. */
function isBase(id: string): boolean {
  const libraries = /\/node_modules\/next-themes\/|anatomy/;
  const parts =
    /\/web\/src\/(ui\/(buttons\/button|feedback\/(error-state|notice)|forms\/(field|form-alert|input)|layout\/(card|disclosure|tabs)|loading\/(optional|page-spinner)|mark)|lib\/(navigation\/use-page-title|timing\/use-after))\.tsx?$/;
  return libraries.test(id) || parts.test(id);
}

/** Small modules of the signed-in pages; large ones that are rarely shown (diffs, highlighting) stay separate. */
function isPart(id: string): boolean {
  const parts =
    /\/web\/src\/(lib\/text\/(plural|not-loaded)|ui\/(?!theme\/|dialogs\/|forms\/(switch|checkbox)|feedback\/(not-found|attempt)|loading\/(fetched-code|lazy-part)|text\/(clamp|title-clamp)|viewport\/reveal)|entities\/(status|task|task-item)\/(?!content\/|comments\/|seen\/|task-state))/;
  return /\/node_modules\/lucide-react\//.test(id) || parts.test(id);
}
