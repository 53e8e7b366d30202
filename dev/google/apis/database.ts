import * as z from 'zod';
import { exists, invalid, missing } from '../refusal.ts';
import { done, route } from '../route.ts';

const HOST = 'firestore.googleapis.com/v1';
const RULES = 'firebaserules.googleapis.com/v1';
const protection = {
  pointInTimeRecoveryEnablement: z.enum(['POINT_IN_TIME_RECOVERY_ENABLED', 'POINT_IN_TIME_RECOVERY_DISABLED']),
  deleteProtectionState: z.enum(['DELETE_PROTECTION_ENABLED', 'DELETE_PROTECTION_DISABLED']),
};
const database = z.strictObject({ type: z.literal('FIRESTORE_NATIVE'), locationId: z.string().min(1), ...protection });
const index = z.strictObject({
  queryScope: z.enum(['COLLECTION', 'COLLECTION_GROUP']),
  fields: z
    .array(z.strictObject({ fieldPath: z.string(), order: z.string().optional(), arrayConfig: z.string().optional() }))
    .min(2),
  density: z.string().optional(),
  apiScope: z.string().optional(),
  multikey: z.boolean().optional(),
  unique: z.boolean().optional(),
});
const ruleset = z.strictObject({
  source: z.strictObject({ files: z.array(z.strictObject({ name: z.string(), content: z.string() })) }),
  attachment_point: z.string().optional(),
});
const release = z.strictObject({ name: z.string(), rulesetName: z.string() });

/** The database, with its rules and its indexes, which are ready when asked for the second time. */
export const databaseRoutes = [
  route('GET', `${HOST}/projects/*/databases/(default)`, null, ({ state }) => {
    const found = state.things.get('database');
    if (!found) throw missing('(default)');
    return found;
  }),
  route('POST', `${HOST}/projects/*/databases`, database, ({ state, body, query }) => {
    if (query.get('databaseId') !== '(default)') throw invalid('databaseId');
    if (state.things.has('database')) throw exists('(default)');
    state.things.set('database', { name: `projects/${state.project}/databases/(default)`, ...body });
    return done({});
  }),
  route(
    'PATCH',
    `${HOST}/projects/*/databases/(default)`,
    z.strictObject(protection).partial(),
    ({ state, body, query }) => {
      const found = state.things.get('database');
      if (!found) throw missing('(default)');
      if (query.get('updateMask') !== Object.keys(body).join(',')) throw invalid('updateMask');
      state.things.set('database', { ...found, ...body });
      return done({});
    },
  ),
  route('DELETE', `${HOST}/projects/*/databases/(default)`, null, ({ state }) => {
    if (state.things.get('database')?.deleteProtectionState === 'DELETE_PROTECTION_ENABLED')
      throw invalid('Delete protection is enabled');
    if (!state.things.delete('database')) throw missing('(default)');
    return done({});
  }),
  route('GET', `${HOST}/projects/*/databases/(default)/collectionGroups/-/indexes`, null, ({ state }) => {
    const indexes = state.children('indexes/').map((one) => ({ ...one }));
    for (const one of state.children('indexes/')) one.state = 'READY';
    return { indexes };
  }),
  route(
    'POST',
    `${HOST}/projects/*/databases/(default)/collectionGroups/*/indexes`,
    index,
    ({ state, body, parts }) => {
      const name = `projects/${state.project}/databases/(default)/collectionGroups/${parts[1]}/indexes/${state.children('indexes/').length + 1}`;
      const same = state
        .children('indexes/')
        .some((one) => JSON.stringify([one.collection, one.fields]) === JSON.stringify([parts[1], body.fields]));
      if (same) throw exists(name);
      state.things.set(`indexes/${name.replaceAll('/', '|')}`, {
        ...body,
        name,
        collection: parts[1],
        state: 'CREATING',
      });
      return done({});
    },
  ),
  route('GET', `${HOST}/projects/*/databases/(default)/collectionGroups/-/fields`, null, ({ state }) => ({
    fields: state.children('fields/'),
  })),
  route(
    'PATCH',
    `${HOST}/projects/*/databases/(default)/collectionGroups/*/fields/*`,
    z.strictObject({ indexConfig: z.strictObject({ indexes: z.array(z.looseObject({})) }) }),
    ({ state, body, url }) => {
      const name = url.slice(HOST.length + 1);
      state.things.set(`fields/${name.replaceAll('/', '|')}`, { name, ...body });
      return done({});
    },
  ),

  route('GET', `${RULES}/projects/*/releases/**`, null, ({ state, parts }) => {
    const found = state.things.get(`releases/${parts[1]}`);
    if (!found) throw missing(parts[1] ?? '');
    return found;
  }),
  route('GET', `${RULES}/projects/*/releases`, null, ({ state }) => ({ releases: state.children('releases/') })),
  route('GET', `${RULES}/projects/*/rulesets/*`, null, ({ state, parts }) => {
    const found = state.things.get(`rulesets/${parts[1]}`);
    if (!found) throw missing(parts[1] ?? '');
    return found;
  }),
  route('GET', `${RULES}/projects/*/rulesets`, null, ({ state }) => ({ rulesets: state.children('rulesets/') })),
  route('POST', `${RULES}/projects/*:test`, z.looseObject({ source: z.unknown() }), () => ({ issues: [] })),
  route('POST', `${RULES}/projects/*/rulesets`, ruleset, ({ state, body }) => {
    const id = String(state.children('rulesets/').length + 1);
    const name = `projects/${state.project}/rulesets/${id}`;
    state.things.set(`rulesets/${id}`, { name, ...body });
    return { name };
  }),
  route('POST', `${RULES}/projects/*/releases`, release, ({ state, body }) => {
    const id = String(body.name).split('/releases/')[1];
    if (state.things.has(`releases/${id}`)) throw exists(String(id));
    state.things.set(`releases/${id}`, body);
    return body;
  }),
  route('PATCH', `${RULES}/projects/*/releases/**`, z.strictObject({ release }), ({ state, body, parts }) => {
    if (!state.things.has(`releases/${parts[1]}`)) throw missing(parts[1] ?? '');
    state.things.set(`releases/${parts[1]}`, body.release as Record<string, unknown>);
    return body.release;
  }),
];
