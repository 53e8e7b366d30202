import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectOf, type Place } from './started.ts';

/** The status with which the object store of a stack answers (dev/object-store/signed-url.ts). */
export async function askForObject(place: Place, method: 'PUT' | 'GET' | 'DELETE', object: string): Promise<number> {
  const keys = JSON.parse(readFileSync(join(place.folder, 'keys.json'), 'utf8')) as { OBJECT_STORE_KEY: string };
  const [expires, max] = [Math.floor(Date.now() / 1000) + 60, method === 'PUT' ? 100 : 0];
  const lines = [method, `/objects/${object}`, expires, max].join('\n');
  const signature = createHmac('sha256', keys.OBJECT_STORE_KEY).update(lines).digest('hex');
  const query = new URLSearchParams({ method, expires: String(expires), max: String(max), signature });
  const headers = { 'x-goog-content-length-range': `0,${max}`, 'x-goog-if-generation-match': '0' };
  const init = method === 'PUT' ? { method, headers, body: object } : { method };
  return (await fetch(`http://127.0.0.1:${place.ports.objects}/objects/${object}?${query}`, init)).status;
}

/** A document in the stack's Firestore, which names a task's saved work. */
const addressOf = (place: Place) =>
  `http://127.0.0.1:${place.ports.firestore}/v1/projects/${projectOf(place)}/databases/(default)/documents/tasks/kept`;
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** Makes an object the saved work of a task, as committing a checkpoint does. */
export async function nameObject(place: Place, object: string): Promise<void> {
  const checkpoint = { mapValue: { fields: { object: { stringValue: object } } } };
  const body = JSON.stringify({ fields: { checkpoint } });
  const reply = await fetch(addressOf(place), { method: 'PATCH', headers, body });
  if (!reply.ok) throw new Error(await reply.text());
}

/** The object that the task names as its saved work. */
export async function namedObject(place: Place): Promise<string> {
  const { fields } = (await (await fetch(addressOf(place), { headers })).json()) as {
    fields: { checkpoint: { mapValue: { fields: { object: { stringValue: string } } } } };
  };
  return fields.checkpoint.mapValue.fields.object.stringValue;
}
