import * as z from 'zod';
import { exists, GoogleRefusal, missing } from '../refusal.ts';
import { route } from '../route.ts';
import type { GoogleState } from '../state.ts';

const HOST = 'storage.googleapis.com';
/** A page may have fewer objects than asked for. */
const PAGE = 3;
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

/** Every object was written once. */
const GENERATION = '1764000000000000';

const objectsIn = ({ uploads }: GoogleState, bucket: string) =>
  [...uploads.keys()].filter((key) => key.startsWith(`${bucket}/`)).map((key) => key.slice(bucket.length + 1));

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
      const made = { projectNumber: state.number, ...bySilence, ...body };
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
    return { name: query.get('name'), generation: GENERATION };
  }),
  route('GET', `${HOST}/storage/v1/b/*/o`, null, ({ state, parts: [bucket = ''] }) => {
    const items = objectsIn(state, bucket).map((name) => ({ name, generation: GENERATION }));
    return items.length > PAGE ? { items: items.slice(0, PAGE), nextPageToken: 'next' } : { items };
  }),
  route('DELETE', `${HOST}/storage/v1/b/*/o/**`, null, ({ state, parts: [bucket, name = ''], query }) => {
    if (query.get('generation') !== GENERATION || !state.uploads.delete(`${bucket}/${name}`)) throw missing(name);
    return {};
  }),
  route('DELETE', `${HOST}/storage/v1/b/*`, null, ({ state, parts: [bucket = ''] }) => {
    if (objectsIn(state, bucket).length > 0)
      throw new GoogleRefusal(409, 'ABORTED', 'The bucket you tried to delete is not empty.');
    if (!state.things.delete(`b/${bucket}`)) throw missing(bucket);
    return {};
  }),
  route('PUT', 'functions-upload/*', 'bytes', ({ state, parts, bytes }) => {
    state.uploads.set(parts[0] ?? '', bytes);
    return {};
  }),
];
