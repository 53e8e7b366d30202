import { GoogleError } from './google.mjs';

const TRIES = 5;
/**
 * Conditions are returned to callers that ask for this version, and kept when it is written: in an older one they would
 * be lost, or it is refused.
 */
const VERSION = 3;
const IN_QUERY = `options.requestedPolicyVersion=${VERSION}`;

/** Each API is asked in its own way for the policy of a thing at `url`. */
const readers = {
  project: (google, url) => google.post(`${url}:getIamPolicy`, { options: { requestedPolicyVersion: VERSION } }),
  account: (google, url) => google.post(`${url}:getIamPolicy?${IN_QUERY}`),
  bucket: (google, url) => google.get(`${url}/iam?optionsRequestedPolicyVersion=${VERSION}`),
  other: (google, url) => google.get(`${url}:getIamPolicy?${IN_QUERY}`),
};

/** The policy of a thing, with its conditions. */
export const readPolicy = (google, { kind = 'other', url }) => readers[kind](google, url);

/** Who has a role by a policy, unconditionally; `.rolesOf(member)` lists a member's roles, conditional ones too. */
export function membersOf({ bindings = [] }) {
  const members = (role) =>
    bindings.filter((one) => one.role === role && !one.condition).flatMap((one) => one.members ?? []);
  const rolesOf = (member) => bindings.filter((one) => one.members?.includes(member)).map(({ role }) => role);
  return Object.assign(members, { rolesOf: (member) => [...new Set(rolesOf(member))] });
}

/**
 * Adds and removes members of roles, and leaves the rest of the policy as it is. A simultaneous change by somebody else
 * is not lost: the policy is then read again. `thing`: whose policy it is, as for `readPolicy`.
 */
export async function changePolicy(google, thing, { add = {}, remove = {} }) {
  for (let left = TRIES; ; left -= 1) {
    const policy = await readPolicy(google, thing);
    const bindings = changedBindings(policy.bindings ?? [], add, remove);
    const changed = { ...policy, version: VERSION, bindings };
    try {
      return thing.kind === 'bucket'
        ? await google.put(`${thing.url}/iam`, changed)
        : await google.post(`${thing.url}:setIamPolicy`, { policy: changed });
    } catch (error) {
      const isOvertaken = error instanceof GoogleError && (error.status === 409 || error.status === 412);
      if (!isOvertaken || left === 1) throw error;
    }
  }
}

function changedBindings(bindings, add, remove) {
  const kept = bindings.map((binding) => {
    if (binding.condition) return { ...binding, members: without(binding.members, remove[binding.role]) };
    const members = new Set([...without(binding.members, remove[binding.role]), ...(add[binding.role] ?? [])]);
    return { ...binding, members: [...members] };
  });
  const known = bindings.filter(({ condition }) => !condition).map(({ role }) => role);
  const fresh = Object.entries(add).filter(([role]) => !known.includes(role));
  return [...kept, ...fresh.map(([role, members]) => ({ role, members }))].filter(({ members }) => members.length > 0);
}

const without = (members = [], gone = []) => members.filter((member) => !gone.includes(member));
