import * as z from 'zod';
import { GoogleRefusal, invalid } from '../refusal.ts';
import { route, type Asked } from '../route.ts';
import type { Policy } from '../state.ts';

/** The whole address: a short form, such as `name@`, is one of firebase-tools alone. */
const member = z
  .string()
  .regex(/^(allUsers|allAuthenticatedUsers|(user|group|serviceAccount):[^@\s]+@[^@\s]+\.[^@\s]+)$/);
const policy = z.strictObject({
  version: z.number().optional(),
  etag: z.string().optional(),
  bindings: z.array(z.strictObject({ role: z.string().regex(/^roles\//), members: z.array(member).min(1) })),
});
const given = z.strictObject({ policy, updateMask: z.string().optional() });
const options = z.strictObject({ options: z.object({}).optional() });

/** Policies of everything that has one, by its full name; one that somebody has changed meanwhile is refused. */
export const policyRoutes = [
  route('POST', '**:testIamPermissions', z.object({ permissions: z.array(z.string()) }), ({ body }) => ({
    permissions: body.permissions,
  })),
  route('POST', '**:getIamPolicy', options, (asked) => readPolicy(asked)),
  route('GET', '**:getIamPolicy', null, (asked) => readPolicy(asked)),
  route('POST', '**:setIamPolicy', given, (asked) => writePolicy(asked, asked.body.policy as Policy)),
  route('GET', 'storage.googleapis.com/storage/v1/b/*/iam', null, (asked) => readPolicy(asked)),
  route('PUT', 'storage.googleapis.com/storage/v1/b/*/iam', policy, (asked) =>
    writePolicy(asked, asked.body as Policy),
  ),
];

/** `host/v1/<name>`, and of a bucket its name alone. */
const nameOf = ({ parts, url }: Asked) =>
  url.startsWith('storage.') ? `b/${parts[0]}` : (parts[0] ?? '').replace(/^[^/]+\/v\w+\//, '');

function readPolicy(asked: Asked): Policy {
  const found = asked.state.policies.get(nameOf(asked)) ?? {};
  return { ...found, etag: etagOf(found) };
}

function writePolicy(asked: Asked, wanted: Policy): Policy {
  const { state } = asked;
  const name = nameOf(asked);
  const before = state.policies.get(name) ?? {};
  if (wanted.etag && wanted.etag !== etagOf(before))
    throw new GoogleRefusal(409, 'ABORTED', 'Concurrent policy changes');
  checkAccounts(asked, wanted);
  state.policies.set(name, { bindings: wanted.bindings });
  return readPolicy(asked);
}

/** Nobody who does not exist gets a role. */
function checkAccounts({ state }: Asked, { bindings = [] }: Policy): void {
  const own = bindings
    .flatMap(({ members }) => members)
    .filter((member) => member.endsWith(`@${state.project}.iam.gserviceaccount.com`));
  const unknown = own.find(
    (member) => !state.things.has(`projects/${state.project}/serviceAccounts/${member.split(':')[1]}`),
  );
  if (unknown) throw invalid(`Service account ${unknown} does not exist.`);
}

const etagOf = (found: Policy) =>
  Buffer.from(JSON.stringify(found.bindings ?? []))
    .toString('base64')
    .slice(-24);
