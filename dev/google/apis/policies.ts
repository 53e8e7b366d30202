import * as z from 'zod';
import { GoogleRefusal, invalid } from '../refusal.ts';
import { route, type Asked } from '../route.ts';
import type { Policy } from '../state.ts';

/** The whole address: a short form, such as `name@`, is only known to firebase-tools. */
const member = z
  .string()
  .regex(/^(allUsers|allAuthenticatedUsers|(deleted:)?(user|group|serviceAccount):[^@\s]+@[^@\s]+\.[^@\s]+)$/);
const policy = z.strictObject({
  version: z.number().optional(),
  etag: z.string().optional(),
  bindings: z.array(
    z.strictObject({
      role: z.string().regex(/^(roles|projects\/[\w-]+\/roles)\/[\w.]+$/),
      members: z.array(member).min(1),
      condition: z
        .strictObject({ title: z.string(), description: z.string().optional(), expression: z.string() })
        .optional(),
    }),
  ),
});
const given = z.strictObject({ policy, updateMask: z.string().optional() });
const options = z.strictObject({
  options: z.strictObject({ requestedPolicyVersion: z.number().optional() }).optional(),
});

/** Policies of everything that has one, by its full name; one that somebody has changed meanwhile is refused. */
export const policyRoutes = [
  route('POST', '**:testIamPermissions', z.object({ permissions: z.array(z.string()) }), ({ body }) => ({
    permissions: body.permissions,
  })),
  // An account's request has its options in the query, with POST; a project's in the body.
  route('POST', 'iam.googleapis.com/v1/**:getIamPolicy', null, (asked) => readPolicy(asked, inQuery(asked))),
  route('POST', '**:getIamPolicy', options, (asked) =>
    readPolicy(asked, asked.body.options?.requestedPolicyVersion ?? 1),
  ),
  route('GET', '**:getIamPolicy', null, (asked) => readPolicy(asked, inQuery(asked))),
  route('POST', '**:setIamPolicy', given, (asked) => writePolicy(asked, asked.body.policy as Policy)),
  route('GET', 'storage.googleapis.com/storage/v1/b/*/iam', null, (asked) => {
    const version = Number(asked.query.get('optionsRequestedPolicyVersion') ?? 1);
    if (version < 3 && hasConditions(stored(asked))) throw invalid('The policy has conditions: ask for version 3.');
    return readPolicy(asked, version);
  }),
  route('PUT', 'storage.googleapis.com/storage/v1/b/*/iam', policy, (asked) =>
    writePolicy(asked, asked.body as Policy),
  ),
];

/** `host/v1/<name>`, and for a bucket only its name. */
const nameOf = ({ url }: Asked) =>
  url.startsWith('storage.')
    ? `b/${url.split('/')[4]}`
    : url.replace(/^[^/]+\/v\w+\//, '').replace(/:[gs]etIamPolicy$/, '');
const inQuery = ({ query }: Asked) => Number(query.get('options.requestedPolicyVersion') ?? 1);
const stored = (asked: Asked): Policy => asked.state.policies.get(nameOf(asked)) ?? {};
const hasConditions = ({ bindings = [] }: Policy) => bindings.some(({ condition }) => condition);

/** Below version 3 a binding with a condition is returned without it, under a role that does not exist. */
function readPolicy(asked: Asked, version: number): Policy {
  const found = stored(asked);
  const etag = etagOf(found);
  if (version >= 3 || !hasConditions(found)) return { version: hasConditions(found) ? 3 : 1, ...found, etag };
  const bindings = (found.bindings ?? []).map(({ condition, role, members }) =>
    condition ? { role: `${role}_withcond_2b17cc25d2cd9e2c54d8`, members } : { role, members },
  );
  return { version: 1, bindings, etag };
}

function writePolicy(asked: Asked, wanted: Policy): Policy {
  const { state } = asked;
  const before = stored(asked);
  if (wanted.etag && wanted.etag !== etagOf(before))
    throw new GoogleRefusal(409, 'ABORTED', 'Concurrent policy changes');
  // Google refuses this only if the etag is given: without it the conditions are lost.
  const isOld = (wanted.version ?? 1) < 3 || wanted.bindings?.some(({ role }) => role.includes('_withcond_'));
  if (isOld && (hasConditions(wanted) || (wanted.etag && hasConditions(before))))
    throw invalid('A policy with conditions has to be written in version 3.');
  checkAccounts(asked, wanted);
  state.policies.set(nameOf(asked), { bindings: wanted.bindings });
  return readPolicy(asked, wanted.version ?? 1);
}

/** An account that does not exist gets no role. */
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
