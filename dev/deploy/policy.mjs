import { GoogleError } from './google.mjs';

const TRIES = 5;

/** Who has a role by a policy, without a condition; `.roles()` are all that anybody has. */
export function membersOf({ bindings = [] }) {
  const members = (role) =>
    bindings.filter((one) => one.role === role && !one.condition).flatMap((one) => one.members ?? []);
  return Object.assign(members, { roles: () => [...new Set(bindings.map(({ role }) => role))] });
}

/**
 * Adds and removes members of roles, and leaves the rest of the policy as it is. Somebody else's change at the same time
 * is not lost: then it is read again. `policy`: where it is read and written.
 */
export async function changePolicy(
  google,
  { read, write, isStorage = false, isReadWithGet = isStorage },
  { add = {}, remove = {} },
) {
  for (let left = TRIES; ; left -= 1) {
    const policy = isReadWithGet ? await google.get(read) : await google.post(read);
    const changed = { ...policy, bindings: changedBindings(policy.bindings ?? [], add, remove) };
    try {
      return isStorage ? await google.put(write, changed) : await google.post(write, { policy: changed });
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
