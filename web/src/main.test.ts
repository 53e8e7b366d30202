import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// This document has no fonts.
vi.mock('./ui/theme/fonts.ts', () => ({ addFonts: () => undefined }));

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const splash = () => document.querySelector('.splash')?.textContent.trim();

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  document.body.innerHTML = new DOMParser().parseFromString(page, 'text/html').body.innerHTML;
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it.each([
  [
    'because the browser lets it store nothing',
    new DOMException('Access is denied for this document.', 'SecurityError'),
    'This browser stores nothing for this site, but Countersign needs it to. Allow it in the browser’s settings, then reload the page.',
  ],
  [
    'for another reason',
    new TypeError('Failed to fetch'),
    'Countersign could not be loaded. Reload the page to try again.',
  ],
])('says what to do where the app cannot be started %s', async (_why, error, words) => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw error;
  });
  expect(splash()).toBe('Countersign');
  await import('./main.tsx');
  await vi.waitFor(() => expect(splash()).toBe(words), 10_000);
});
