// What something else than Countersign has made in the project, under names that we would give.
import { expect, test } from 'vitest';
import { projectInProcess } from '../google/in-process.ts';
import { REGION } from '../google/project.ts';
import { secrets } from './resources/secrets.mjs';
import { keptSettings } from './resources/settings.mjs';
import { webApp } from './resources/web.mjs';

const id = 'acme-others';
const { google, context } = projectInProcess(id);
const ENABLED = { value: 'theirs', state: 'ENABLED' as const };
const jwtKey = secrets.find(({ title }) => title === 'Secret JWT_KEY') ?? keptSettings;

test('a function of something else stops a deploy before anything is made', async () => {
  const found = { name: `projects/${id}/locations/${REGION}/functions/api`, state: 'ACTIVE', serviceConfig: {} };
  google().state.things.set('functions/api', found);
  await expect(keptSettings.look(context())).rejects.toMatchObject({
    message: expect.stringContaining(`functions with names of ours in ${REGION}: api.`),
    command: `gcloud functions delete api --region ${REGION} --project ${id}`,
  });
});

/** As version 0.1.0 was deployed, by `firebase deploy`: without a label, as the default account. */
const ofFirst = {
  name: `projects/${id}/locations/${REGION}/functions/api`,
  state: 'ACTIVE',
  serviceConfig: {
    environmentVariables: {},
    secretEnvironmentVariables: ['SECRETS_KEYS', 'JWT_KEY'].map((key) => ({ key, secret: key, version: '1' })),
  },
};

test.each([
  ['of version 0.1.0', ofFirst],
  ['under our account', { ...ofFirst, serviceConfig: { serviceAccountEmail: context().names.functionsAccount } }],
])('a function %s is ours to replace', async (_, found) => {
  google().state.things.set('functions/api', found);
  expect(await keptSettings.look(context())).toMatchObject({ is: 'there' });
});

test('a secret that only a function of version 0.1.0 uses is ours', async () => {
  google().state.secrets.set('JWT_KEY', { versions: [ENABLED] });
  google().state.things.set('functions/api', ofFirst);
  expect(await jwtKey.look(context())).toEqual({ is: 'different' });
});

const site = { name: `projects/${id}/sites/${id}`, type: 'DEFAULT_SITE', defaultUrl: `https://${id}.web.app` };
const callingApi = {
  type: 'DEPLOY',
  version: { config: { rewrites: [{ glob: '/api/**', run: { serviceId: 'api', region: REGION } }] } },
};
const ours = { appId: '1:4711:web:1', displayName: 'Countersign', state: 'ACTIVE' };

test.each([
  ['of something else', { type: 'DEPLOY', message: 'v1.2' }, '1:4711:web:9'],
  ['of something else without an app', { type: 'ROLLBACK' }, undefined],
  ['that call a function of something else', callingApi, undefined],
])('a site with pages %s stops a deploy', async (_, live, appId) => {
  google()
    .state.things.set(`sites/${id}`, { ...site, appId })
    .set('live', live)
    .set(`webApps/${ours.appId}`, ours);
  await expect(webApp.look(context())).rejects.toThrow(`${site.defaultUrl} has pages that Countersign did not deploy.`);
});

test('a site whose pages call a function of version 0.1.0 is ours to take', async () => {
  const { things } = google().state;
  things.set(`sites/${id}`, site).set('live', callingApi).set('functions/api', ofFirst);
  expect(await webApp.look(context())).toMatchObject({ is: 'missing' });
});

test.each([
  ['of our app', { type: 'DEPLOY', message: 'v1.2' }, ours.appId, 'there'],
  ['of our release, whose app is gone', { type: 'DEPLOY', message: 'a'.repeat(24) }, '1:4711:web:9', 'different'],
  ['that is disabled', { type: 'SITE_DISABLE' }, '1:4711:web:9', 'different'],
])('a site %s is ours to take', async (_, live, appId, is) => {
  google()
    .state.things.set(`sites/${id}`, { ...site, appId })
    .set('live', live)
    .set(`webApps/${ours.appId}`, ours);
  expect(await webApp.look(context())).toMatchObject({ is });
});

test('a secret of something else stops a deploy', async () => {
  google().state.secrets.set('JWT_KEY', { versions: [ENABLED] });
  await expect(jwtKey.look(context())).rejects.toMatchObject({
    message: expect.stringContaining('The secret JWT_KEY is not known'),
    command: `gcloud secrets update JWT_KEY --update-labels made-by=countersign --project ${id}`,
  });
});

test.each(['', 'deleted:'])('a secret of an earlier version is ours, with its account %sthere', async (prefix) => {
  const secret = { versions: [ENABLED], labels: { team: 'a' } };
  google().state.secrets.set('JWT_KEY', secret);
  const account = `${prefix}serviceAccount:${context().names.functionsAccount}${prefix && '?uid=1234567890'}`;
  const bindings = [{ role: 'roles/secretmanager.secretAccessor', members: [account] }];
  google().state.policies.set(`projects/${id}/secrets/JWT_KEY`, { bindings });
  const found = await jwtKey.look(context());
  expect(found).toEqual({ is: 'different' });
  await jwtKey.make(context(), found);
  expect(secret).toEqual({ versions: [ENABLED], labels: { team: 'a', 'made-by': 'countersign' } });
  google().state.policies.get(`projects/${id}/secrets/JWT_KEY`)?.bindings?.pop();
  expect(await jwtKey.look(context()), 'by its label alone').toEqual({ is: 'different' });
});

test('a secret without a value is filled and labelled, a missing one made with the label', async () => {
  const { secrets: stored } = google().state;
  stored.set('JWT_KEY', { versions: [] });
  for (let time = 0; time < 2; time += 1) {
    await jwtKey.make(context(), await jwtKey.look(context()));
    expect(stored.get('JWT_KEY')).toMatchObject({
      versions: [{ state: 'ENABLED' }],
      labels: { 'made-by': 'countersign' },
    });
    expect(await jwtKey.look(context())).toEqual({ is: 'there' });
    stored.delete('JWT_KEY');
  }
});
