import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Variables in which firebase-tools looks for another address of an API, and the API's own host. */
const OVERRIDE = /envOverride\)?\("([A-Z0-9_]+)",\s*"https:\/\/([a-z.-]+)"/g;

/**
 * Leads everything that calls Google to `origin`: our commands by one variable, firebase-tools by one per API, both
 * with the API's host as the first part of the path, and libraries by the metadata server's address, which gives them
 * tokens.
 */
export function environmentOf(origin: string, home: string): Record<string, string> {
  const require = createRequire(import.meta.url);
  const source = readFileSync(require.resolve('firebase-tools/lib/api.js'), 'utf8');
  const overrides = [...source.matchAll(OVERRIDE)]
    .filter(([, , host = '']) => host.endsWith('googleapis.com'))
    .map(([, name = '', host = '']) => [name, `${origin}/${host}`] as const);
  return {
    COUNTERSIGN_GOOGLE_APIS: origin,
    ...Object.fromEntries(overrides),
    GCE_METADATA_HOST: new URL(origin).host,
    METADATA_SERVER_DETECTION: 'assume-present',
    // Nothing of the person who runs the tests: no credentials, no settings.
    HOME: home,
    GOOGLE_APPLICATION_CREDENTIALS: '',
    FIREBASE_TOKEN: '',
    CI: '1',
  };
}
