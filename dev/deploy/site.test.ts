import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, type Project } from '../google/project.ts';
import { denied } from '../google/faults.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
  // A deploy that ends before anything is built.
  project.state.faults.push(denied(/^GET openidconnect/));
});
afterAll(() => project.stop());

test('people sign in from the address of the site that there is, and from nobody else’s of the project’s name', async () => {
  const { state, id, run } = project;
  const name = `projects/${id}/sites/${id}-5f3a1`;
  state.things.set(`sites/${id}-5f3a1`, { name, type: 'DEFAULT_SITE', defaultUrl: `https://${id}-5f3a1.web.app` });
  // As in an older project: whoever asks is told which addresses have an account.
  const signIn = { email: { enabled: true, passwordRequired: true } };
  state.things.set('auth', { signIn, authorizedDomains: ['localhost'] });
  const { output } = await run('deploy');
  expect(output).toContain('--owner you@example.com');
  expect(state.things.get('auth')?.authorizedDomains).toEqual([
    'localhost',
    `${id}-5f3a1.web.app`,
    `${id}-5f3a1.firebaseapp.com`,
  ]);
  const isPrivate = { enableImprovedEmailPrivacy: true };
  expect(state.things.get('auth')?.emailPrivacyConfig).toEqual(isPrivate);
  const { output: told } = await run('doctor');
  expect(told).toContain('✓ Authentication');
  state.things.set('auth', { ...state.things.get('auth'), emailPrivacyConfig: {} });
  expect((await run('doctor')).output).not.toContain('✓ Authentication');
  expect(state.unknown).toEqual([]);
});
