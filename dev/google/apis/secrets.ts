import * as z from 'zod';
import { exists, missing } from '../refusal.ts';
import { route, type Asked } from '../route.ts';

const HOST = 'secretmanager.googleapis.com/v1';
const SECRET = `${HOST}/projects/*/secrets/*`;

const ownLabels = z.record(z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/), z.string().regex(/^[a-z0-9_-]{0,63}$/));

/** Secrets and their versions. */
export const secretRoutes = [
  route('GET', `${HOST}/projects/*/secrets`, null, ({ state }) => ({
    secrets: [...state.secrets.keys()].map((name) => ({ name: `projects/${state.number}/secrets/${name}` })),
  })),
  route('GET', SECRET, null, (asked) => ({
    name: `projects/${asked.state.number}/secrets/${asked.parts[1]}`,
    labels: found(asked).labels ?? {},
    annotations: found(asked).annotations ?? {},
  })),
  route(
    'PATCH',
    SECRET,
    z.looseObject({
      labels: ownLabels.optional(),
      annotations: z.record(z.string().regex(/^[a-z0-9][\w.-]{0,61}[a-z0-9]$/i), z.string()).optional(),
    }),
    (asked) => {
      const secret = found(asked);
      const mask = asked.query.get('updateMask')?.split(',');
      const { annotations, labels } = asked.body;
      if (mask?.includes('annotations')) secret.annotations = annotations ?? {};
      if (mask?.includes('labels')) secret.labels = labels ?? {};
      return asked.body;
    },
  ),
  route(
    'POST',
    `${HOST}/projects/*/secrets`,
    z.strictObject({ replication: z.strictObject({ automatic: z.strictObject({}) }), labels: ownLabels }),
    ({ state, query, body }) => {
      const name = query.get('secretId') ?? '';
      if (state.secrets.has(name)) throw exists(name);
      state.secrets.set(name, { versions: [], labels: body.labels });
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
