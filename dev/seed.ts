import { createClient, routes, type Client } from '@countersign/contract';
import { LOCAL_GITHUB_TOKEN } from './stack/environment.ts';

export const DEMO_USER = { email: 'demo@countersign.dev', password: 'countersign', displayName: 'Demo' };

const TASKS = [
  {
    title: 'Write a contributing guide',
    description: 'Create `CONTRIBUTING.md`: how the tests are run and how a change is proposed.',
    priority: 8,
  },
  {
    title: 'Describe the greeting service',
    description: 'Create `docs/overview.md` with a summary of what is in the repository.',
    priority: 5,
  },
  {
    title: 'Look for what could be better',
    description: 'Read the repository and write down what you find.',
    priority: 2.5,
  },
];

export interface SeedOptions {
  /** Where the app is served. */
  appUrl: string;
  /** `host:port` of the Auth emulator. */
  authHost: string;
}

/** Makes the demo user and a project to try, over HTTP as a person would; does nothing when the user is there. */
export async function seed({ appUrl, authHost }: SeedOptions): Promise<void> {
  if (await accountCall(authHost, 'signInWithPassword')) return;
  const token = await accountCall(authHost, 'signUp');
  if (token === undefined) throw new Error('The demo user could not be created.');
  await createDemoProject(createClient({ baseUrl: appUrl, headers: () => ({ Authorization: `Bearer ${token}` }) }));
}

async function createDemoProject(api: Client): Promise<void> {
  const project = await api.call(routes.postProject, {
    body: { name: 'Hello world', description: 'A small greeting service, to see an agent at work.' },
  });
  const params = { id: project.id };
  const repository = await api.call(routes.postProjectRepository, {
    params,
    body: { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world', description: 'Says hello' },
  });
  await api.call(routes.putRepositoryAuth, {
    params: { id: repository.id },
    body: { githubToken: LOCAL_GITHUB_TOKEN, isPrivate: false },
  });
  for (const body of TASKS) await api.call(routes.postProjectTask, { params, body });
}

/** Asks the Auth emulator for an ID token; undefined when it refuses. */
async function accountCall(authHost: string, act: 'signInWithPassword' | 'signUp'): Promise<string | undefined> {
  const response = await fetch(`http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:${act}?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...DEMO_USER, returnSecureToken: true }),
  });
  if (!response.ok) return undefined;
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}
