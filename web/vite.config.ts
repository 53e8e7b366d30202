import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './pwa-manifest.ts';

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: 'generateSW',
      filename: 'sw.js',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeAssets: ['favicon.svg', 'icon-192.png', 'icon-512.png'],
      workbox: {
        // The shell only: what the API says lives per user in IndexedDB, never in a cache that all users share.
        globPatterns: ['**/*.{html,js,css,woff2}'],
        globIgnores: ['**/live-listener-*.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/__\//],
        cleanupOutdatedCaches: true,
        // The first visit is already served by the worker: its pages work without a network, and a new version waits
        // for the answer of whoever has one open.
        clientsClaim: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Thirty small files are five round trips on a phone: what every page needs comes in one piece.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: isBase, priority: 2 },
            { name: 'parts', test: isPart, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:5000' } },
});

/** What every page needs: the frameworks, and the parts of the sign-in page with what they import. */
function isBase(id: string): boolean {
  const frameworks =
    /\/node_modules\/(react|react-dom|react-router|react-router-dom|next-themes)\/|anatomy|\/contract\/src\/constants/;
  const parts =
    /\/web\/src\/(ui\/(button|card|error-state|field|fold|form-alert|input|mark|page-spinner|tabs)|lib\/(api|auth|list-store|public-client|use-page-title))\.tsx?$/;
  return frameworks.test(id) || parts.test(id);
}

/** Small things that the signed-in pages are made of; what is large and rarely shown (diffs, highlighting) stays apart. */
function isPart(id: string): boolean {
  return /\/node_modules\/lucide-react\/|\/web\/src\/ui\/(?!content\/|theme\/|dialog|confirm-dialog|form-dialog|switch|checkbox)/.test(
    id,
  );
}
