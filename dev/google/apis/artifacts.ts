import { createHash } from 'node:crypto';
import * as z from 'zod';
import { exists, invalid, missing } from '../refusal.ts';
import { done, route } from '../route.ts';

const HOST = 'artifactregistry.googleapis.com/v1';
const BUILD = 'cloudbuild.googleapis.com/v1';
const cleanupPolicies = z.record(z.string(), z.looseObject({ id: z.string(), action: z.enum(['KEEP', 'DELETE']) }));
const build = z.strictObject({
  source: z.strictObject({
    storageSource: z.strictObject({ bucket: z.string(), object: z.string(), generation: z.string() }),
  }),
  steps: z.array(z.strictObject({ name: z.string(), args: z.array(z.string()) })).min(1),
  images: z.array(z.string()).min(1),
  serviceAccount: z.string(),
  options: z.strictObject({ logging: z.literal('CLOUD_LOGGING_ONLY') }),
  timeout: z.string().regex(/^\d+s$/),
});

/** Images: where they are kept, and Cloud Build, which accepts only what it could build, and then has its image. */
export const artifactRoutes = [
  route('GET', `${HOST}/projects/*/locations/*/repositories/*`, null, ({ state, parts }) => {
    const found = state.things.get(`repositories/${parts[2]}`);
    if (!found) throw missing(parts[2] ?? '');
    return found;
  }),
  route(
    'POST',
    `${HOST}/projects/*/locations/*/repositories`,
    z.strictObject({ format: z.literal('DOCKER'), cleanupPolicies }),
    ({ state, body, query, parts }) => {
      const id = query.get('repositoryId') ?? '';
      if (state.things.has(`repositories/${id}`)) throw exists(id);
      state.things.set(`repositories/${id}`, {
        ...body,
        name: `projects/${parts[0]}/locations/${parts[1]}/repositories/${id}`,
      });
      return done({});
    },
  ),
  route(
    'PATCH',
    `${HOST}/projects/*/locations/*/repositories/*`,
    z.strictObject({
      name: z.string(),
      cleanupPolicies,
      cleanupPolicyDryRun: z.boolean().optional(),
      labels: z.record(z.string(), z.string()).optional(),
    }),
    ({ state, body, parts }) => {
      const found = state.things.get(`repositories/${parts[2]}`);
      if (!found) throw missing(parts[2] ?? '');
      state.things.set(`repositories/${parts[2]}`, { ...found, ...body });
      return body;
    },
  ),
  route('DELETE', `${HOST}/projects/*/locations/*/repositories/*`, null, ({ state, parts }) => {
    if (!state.things.delete(`repositories/${parts[2]}`)) throw missing(parts[2] ?? '');
    return done({});
  }),
  route('GET', `${HOST}/projects/*/locations/*/repositories/*/packages/agent/tags/*`, null, ({ state, parts }) => {
    const found = state.things.get(`tags/${parts[3]}`);
    if (!found) throw missing(parts[3] ?? '');
    return found;
  }),
  route('POST', `${BUILD}/projects/*/builds`, build, ({ state, body }) => {
    const { bucket, object } = body.source.storageSource;
    const bytes = state.uploads.get(`${bucket}/${object}`);
    if (!bytes) throw missing(object);
    if (!body.steps[0]?.args.join(' ').includes('--platform linux/amd64'))
      throw invalid('an image for another processor');
    const account = body.serviceAccount.split('/').at(-1) ?? '';
    if (!state.things.has(`projects/${state.project}/serviceAccounts/${account}`)) throw missing(account);
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    for (const tag of body.images.map((image) => image.split(':')[1] ?? '')) {
      state.things.set(`tags/${tag}`, { name: tag, version: `projects/p/versions/${digest}` });
    }
    state.things.set('build', { id: 'b1', status: 'SUCCESS', logUrl: 'https://example.invalid/log' });
    return { name: 'operations/build/b1', metadata: { build: { id: 'b1', status: 'QUEUED' } } };
  }),
  route('GET', `${BUILD}/projects/*/builds/*`, null, ({ state }) => state.things.get('build')),
];
