import { addressOf } from './google.mjs';
import { callInternal } from './internal.mjs';
import { siteAddress } from './resources/web.mjs';
import { Stop } from './stop.mjs';

/** Nobody's address, which we claim as ours: whatever comes behind it was appended by the proxies on the way. */
const INVENTED = '192.0.2.1';
const headers = { 'X-Forwarded-For': INVENTED };

/**
 * Whether limits see the right addresses: each function is asked, on each way to it, what the proxies have appended.
 * Resolves with what is set wrong, null if nothing is.
 */
export async function checkProxies(context, again) {
  const { proof, ...agentApi } = await callInternal(context, 'proxies', headers);
  const asked = { ...headers, 'X-Doctor-Proof': proof };
  const direct = await ask(`${addressOf(context.names.api)}/api/proxies`, asked);
  const throughHosting = await ask(`${await siteAddress(context)}/api/proxies`, asked);
  const own = Math.max(appended(agentApi), appended(direct));
  const right = { TRUSTED_PROXIES: own, HOSTING_PROXIES: appended(throughHosting) - own };
  const set = { TRUSTED_PROXIES: agentApi.own, HOSTING_PROXIES: direct.hosting };
  const wrong = Object.keys(right).filter((name) => right[name] !== set[name]);
  if (wrong.length === 0) return null;
  const lines = wrong.map((name) => `${name}=${right[name]}`);
  return {
    says: wrong.map((name) => `${name} is ${set[name]}, and ${right[name]} would be right`).join('; '),
    command: `${addingTo(`functions/.env.${context.project}`, lines)} && ${again}`,
  };
}

/** A file that a person has edited may end within its last line, which what is added must not become a part of. */
const addingTo = (file, lines) => `printf '\\n${lines.join('\\n')}\\n' >> ${file}`;

async function ask(address, asked) {
  const reply = await fetch(address, { headers: asked });
  if (!reply.ok) throw new Stop(`${address} answered ${reply.status}`);
  return reply.json();
}

/** If a proxy removes what the caller claims, everything that is left was appended. */
function appended({ forwarded }) {
  const addresses = forwarded.split(',').map((address) => address.trim());
  return addresses.filter((address) => address !== '').length - (addresses[0] === INVENTED ? 1 : 0);
}
