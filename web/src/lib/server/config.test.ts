import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const firebase = { projectId: 'acme', apiKey: '', authDomain: 'acme.firebaseapp.com', appId: '' };
const told = { firebase, emulators: null, agents: [], models: [] };
const known = { projectId: 'acme', apiKey: 'AIza', appId: '1:2:web:3', authDomain: 'acme.web.app', storageBucket: 'b' };

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Loads the configuration from an address with these replies. */
async function load(replies: Record<string, unknown>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const path = input instanceof Request ? input.url : String(input);
    asked.push(path);
    const reply = Object.entries(replies).find(([end]) => path.endsWith(end))?.[1];
    return reply === undefined ? new Response('', { status: 404 }) : Response.json(reply);
  });
  const { loadConfig } = await import('./config.ts');
  return { config: await loadConfig(), asked };
}

test('a deployment that names no web app has the one that Hosting knows', async () => {
  const { config } = await load({ '/api/config': told, '/__/firebase/init.json': known });
  expect(config.firebase).toEqual({
    projectId: 'acme',
    apiKey: 'AIza',
    appId: '1:2:web:3',
    authDomain: 'acme.web.app',
  });
});

test('one that names it asks nobody else', async () => {
  const named = { ...told, firebase: { ...firebase, apiKey: 'demo-key', appId: 'demo-app' } };
  const { config, asked } = await load({ '/api/config': named });
  expect(config).toEqual({ ...named, push: null, imageTag: 'latest' });
  expect(asked).toHaveLength(1);
});

test('where Hosting knows none it fails, and keeps nothing for the next start', async () => {
  await expect(load({ '/api/config': told })).rejects.toThrow('npm run doctor');
  expect(localStorage.length).toBe(0);
});
