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
  softDeletePolicy: z.strictObject({ retentionDurationSeconds: z.string() }),
};
/** What a bucket does with deleted objects unless told otherwise: it keeps them for a week. */
const bySilence = { softDeletePolicy: { retentionDurationSeconds: '604800' } };

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
    z.strictObject({ name: z.string(), location: z.string(), ...z.strictObject(changes).partial().shape }),
    ({ state, body }) => {
      if (state.things.has(`b/${body.name}`)) throw exists(body.name);
      const made = { ...bySilence, ...body };
      state.things.set(`b/${body.name}`, made);
      return made;
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
