import { ApiError, createClient, routes, type Client } from '@countersign/contract';
import { newAccount, signIn } from './stack/accounts.ts';
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
  projectId: string;
  /** Whether there is a local git host with the project's repository. */
  hasSamples: boolean;
}

/**
 * Creates the demo user, with a verified address, and a project to try, over HTTP as a person would; does nothing if
 * the user exists. A stack that does not admit the demo user (ACCESS) gets no project.
 */
export async function seed({ appUrl, authHost, projectId, hasSamples }: SeedOptions): Promise<void> {
  if (await signIn(authHost, DEMO_USER)) return;
  const session = await newAccount(authHost, DEMO_USER);
  await verifyAddress(authHost, projectId, session.localId);
  if (!hasSamples) return;
  const headers = () => ({ Authorization: `Bearer ${session.idToken}` });
  await createDemoProject(createClient({ baseUrl: appUrl, headers })).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.reply?.code !== 'not_admitted') throw error;
  });
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

/** What the link in a verification e-mail does. */
async function verifyAddress(authHost: string, projectId: string, localId: string): Promise<void> {
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ localId, emailVerified: true }),
  });
  if (!response.ok) throw new Error(`The address of the demo user could not be verified: ${await response.text()}`);
}
