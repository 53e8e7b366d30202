import * as z from 'zod';
import { exists, missing } from '../refusal.ts';
import { route } from '../route.ts';

const HOST = 'storage.googleapis.com';
const rule = z.strictObject({
  action: z.strictObject({ type: z.enum(['Delete', 'AbortIncompleteMultipartUpload']) }),
  condition: z.strictObject({ age: z.number() }),
});
const changes = {
  lifecycle: z.strictObject({ rule: z.array(rule) }),
  iamConfiguration: z.strictObject({
    uniformBucketLevelAccess: z.strictObject({ enabled: z.literal(true) }),
    publicAccessPrevention: z.enum(['enforced', 'inherited']),
  }),
};

/** Buckets, and what is uploaded. */
export const storageRoutes = [
  route('GET', `${HOST}/storage/v1/b/*`, null, ({ state, parts }) => {
    const found = state.things.get(`b/${parts[0]}`);
    if (!found) throw missing(parts[0] ?? '');
    return found;
  }),
  route(
    'POST',
    `${HOST}/storage/v1/b`,
    z.strictObject({ name: z.string(), location: z.string(), ...changes }),
    ({ state, body }) => {
      if (state.things.has(`b/${body.name}`)) throw exists(body.name);
      state.things.set(`b/${body.name}`, body);
      return body;
    },
  ),
  route('PATCH', `${HOST}/storage/v1/b/*`, z.strictObject(changes).partial(), ({ state, body, parts }) => {
    const found = state.things.get(`b/${parts[0]}`);
    if (!found) throw missing(parts[0] ?? '');
    state.things.set(`b/${parts[0]}`, { ...found, ...body });
    return body;
  }),
  route('POST', `${HOST}/upload/storage/v1/b/*/o`, 'bytes', ({ state, parts, query, bytes }) => {
    if (!state.things.has(`b/${parts[0]}`)) throw missing(parts[0] ?? '');
    state.uploads.set(`${parts[0]}/${query.get('name')}`, bytes);
    return {};
  }),
  route('PUT', 'functions-upload/*', 'bytes', ({ state, parts, bytes }) => {
    state.uploads.set(parts[0] ?? '', bytes);
    return {};
  }),
];
