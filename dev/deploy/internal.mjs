import { addressOf } from './google.mjs';
import { readSecret } from './resources/secrets.mjs';
import { Stop } from './stop.mjs';

/** Calls one of the functions' own addresses that open only to the SWEEP_KEY. Throws Stop with the function's words. */
export async function callInternal({ google, project, region, names }, what, headers = {}) {
  // Of several keys the newest comes first.
  const [key] = (await readSecret(google, project, 'SWEEP_KEY')).split('\n');
  const address = `${addressOf(names.agentApi)}/internal/${what}`;
  const reply = await fetch(address, { method: 'POST', headers: { ...headers, 'x-sweep-key': key } }).catch((error) => {
    throw new Stop(
      `The function agentApi cannot be reached (${error.cause?.code ?? error.message}). Try again in a minute.`,
    );
  });
  const text = await reply.text();
  const json = text.startsWith('{') ? JSON.parse(text) : {};
  if (reply.ok) return json;
  if (reply.status === 404)
    throw new Stop(
      `The function agentApi does not know /internal/${what}: it is not deployed, or is of an older version. Deploy first.`,
      `npm run deploy -- --project ${project} --region ${region}`,
    );
  throw new Stop(
    `The function agentApi answered ${reply.status} to /internal/${what}: ${json.message ?? text.slice(0, 300)}`,
  );
}
