import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { exists, invalid, missing } from '../refusal.ts';
import { route } from '../route.ts';
import type { GoogleState } from '../state.ts';

const HOST = 'firebasehosting.googleapis.com/v1beta1';

/** Hosting's sites, versions and releases, and the files of the live one. */
export const hostingRoutes = [
  route('GET', `${HOST}/projects/*/sites`, null, ({ state }) => ({ sites: state.children('sites/') })),
  route('GET', `${HOST}/projects/*/sites/*`, null, ({ state, parts }) => {
    const found = state.things.get(`sites/${parts[1]}`);
    if (!found) throw missing(parts[1] ?? '');
    return found;
  }),
  route('POST', `${HOST}/projects/*/sites`, z.strictObject({ appId: z.string() }), ({ state, body, query, parts }) => {
    const id = query.get('siteId') ?? '';
    if (state.things.has(`sites/${id}`)) throw exists(id);
    state.things.set(`sites/${id}`, {
      name: `projects/${parts[0]}/sites/${id}`,
      type: 'DEFAULT_SITE',
      defaultUrl: `https://${id}.web.app`,
      ...body,
    });
    return state.things.get(`sites/${id}`);
  }),
  route('PATCH', `${HOST}/projects/*/sites/*`, z.strictObject({ appId: z.string() }), ({ state, body, parts }) => {
    const found = state.things.get(`sites/${parts[1]}`);
    if (!found) throw missing(parts[1] ?? '');
    state.things.set(`sites/${parts[1]}`, { ...found, ...body });
    return body;
  }),
  route('POST', `${HOST}/projects/*/sites/*/versions`, z.looseObject({}), ({ state, body, parts }) => {
    const id = String(state.children('versions/').length + 1);
    const name = `projects/${parts[0]}/sites/${parts[1]}/versions/${id}`;
    state.things.set(`versions/${id}`, { ...body, name, status: 'CREATED' });
    return { name, status: 'CREATED', config: body.config };
  }),
  route(
    'POST',
    `${HOST}/projects/*/sites/*/versions/*:populateFiles`,
    z.strictObject({ files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)) }),
    ({ state, body, parts, origin }) => {
      const version = state.things.get(`versions/${parts[2]}`);
      if (!version) throw missing(parts[2] ?? '');
      version.files = { ...(version.files as object), ...body.files };
      const wanted = Object.values(body.files).filter((hash) => !state.uploads.has(hash));
      return { uploadUrl: `${origin}/hosting-upload`, uploadRequiredHashes: [...new Set(wanted)] };
    },
  ),
  route('POST', 'hosting-upload/*', 'bytes', ({ state, bytes, parts }) => {
    if (createHash('sha256').update(bytes).digest('hex') !== parts[0]) throw invalid('These are other bytes');
    state.uploads.set(parts[0] ?? '', bytes);
    return {};
  }),
  route('PATCH', `${HOST}/projects/*/sites/*/versions/*`, z.looseObject({}), ({ state, body, parts }) => {
    const version = state.things.get(`versions/${parts[2]}`);
    if (!version) throw missing(parts[2] ?? '');
    Object.assign(version, body);
    return version;
  }),
  route(
    'POST',
    `${HOST}/projects/*/sites/*/channels/live/releases`,
    z.strictObject({ message: z.string().optional() }),
    ({ state, body, query, parts }) => {
      const found = {
        ...body,
        name: `sites/${parts[1]}/releases/1`,
        type: 'DEPLOY',
        version: { name: query.get('versionName') },
      };
      state.things.set('live', found);
      return found;
    },
  ),
  route('GET', `${HOST}/projects/*/sites/*/channels/live/releases`, null, ({ state }) => {
    const live = state.things.get('live');
    return live ? { releases: [live] } : {};
  }),
  route(
    'POST',
    `${HOST}/projects/*/sites/*/releases`,
    z.strictObject({ type: z.literal('SITE_DISABLE') }),
    ({ state, body }) => {
      state.things.set('live', { ...body });
      return body;
    },
  ),
];

/** A file of the live version; undefined if there is none at that path. */
export function liveFile(state: GoogleState, path: string): Buffer | undefined {
  const hash = liveFiles(state)[path];
  const zipped = hash === undefined ? undefined : state.uploads.get(hash);
  return zipped && gunzipSync(zipped);
}

/** As if another release with this file were live. */
export function changeLiveFile(state: GoogleState, path: string, text: string): void {
  const zipped = gzipSync(text);
  const hash = createHash('sha256').update(zipped).digest('hex');
  state.uploads.set(hash, zipped);
  liveFiles(state)[path] = hash;
}

/** Hashes of its files, by path. */
function liveFiles(state: GoogleState): Record<string, string> {
  const live = state.things.get('live')?.version as { name: string } | undefined;
  const version = state.things.get(`versions/${live?.name.split('/').at(-1)}`);
  return (version?.files ?? {}) as Record<string, string>;
}
