import * as z from 'zod';
import { exists, missing } from '../refusal.ts';
import { route, type Asked } from '../route.ts';

const HOST = 'secretmanager.googleapis.com/v1';
const SECRET = `${HOST}/projects/*/secrets/*`;

/** Secrets and their versions. */
export const secretRoutes = [
  route('GET', `${HOST}/projects/*/secrets`, null, ({ state }) => ({
    secrets: [...state.secrets.keys()].map((name) => ({ name: `projects/${state.number}/secrets/${name}` })),
  })),
  route('GET', SECRET, null, (asked) => ({
    name: `projects/${asked.state.number}/secrets/${asked.parts[1]}`,
    labels: labelsOf(found(asked)),
    annotations: found(asked).annotations ?? {},
  })),
  route(
    'PATCH',
    SECRET,
    z.looseObject({
      labels: z.record(z.string(), z.string()).optional(),
      annotations: z.record(z.string().regex(/^[a-z0-9][\w.-]{0,61}[a-z0-9]$/i), z.string()).optional(),
    }),
    (asked) => {
      const secret = found(asked);
      const { annotations } = asked.body;
      if (asked.query.get('updateMask')?.split(',').includes('annotations')) secret.annotations = annotations ?? {};
      return asked.body;
    },
  ),
  route(
    'POST',
    `${HOST}/projects/*/secrets`,
    z.strictObject({ replication: z.strictObject({ automatic: z.strictObject({}) }) }),
    ({ state, query }) => {
      const name = query.get('secretId') ?? '';
      if (state.secrets.has(name)) throw exists(name);
      state.secrets.set(name, { versions: [] });
      return { name };
    },
  ),
  route('POST', `${SECRET}:addVersion`, z.strictObject({ payload: z.strictObject({ data: z.base64() }) }), (asked) => {
    const { payload } = asked.body as { payload: { data: string } };
    found(asked).versions.push({ value: Buffer.from(payload.data, 'base64').toString(), state: 'ENABLED' });
    return versionOf(asked);
  }),
  route('GET', `${SECRET}/versions/*`, null, (asked) => versionOf(asked)),
  route('GET', `${SECRET}/versions/latest:access`, null, (asked) => ({
    payload: { data: Buffer.from(found(asked).versions.at(-1)?.value ?? '').toString('base64') },
  })),
  route('DELETE', SECRET, null, ({ state, parts }) => {
    if (!state.secrets.delete(parts[1] ?? '')) throw missing(parts[1] ?? '');
    return {};
  }),
];

const labelsOf = (_secret: unknown) => ({});

function found({ state, parts }: Asked) {
  const secret = state.secrets.get(parts[1] ?? '');
  if (!secret) throw missing(parts[1] ?? '');
  return secret;
}

function versionOf(asked: Asked) {
  const { versions } = found(asked);
  const wanted = asked.parts[2] === undefined || asked.parts[2] === 'latest' ? versions.length : Number(asked.parts[2]);
  const version = versions[wanted - 1];
  if (!version) throw missing(`${asked.parts[1]}/versions/${asked.parts[2]}`);
  return { name: `projects/${asked.state.number}/secrets/${asked.parts[1]}/versions/${wanted}`, state: version.state };
}
