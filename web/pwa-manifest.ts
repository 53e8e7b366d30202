import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest; scripts/icons.mjs generates the icons. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Countersign',
  short_name: 'Countersign',
  description: 'Coding agents propose, you countersign.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FAF9F6',
  theme_color: '#2F3E9E',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Approvals', url: '/approvals', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'All Tasks', url: '/tasks', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
};
