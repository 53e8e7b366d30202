import { expect, test } from 'vitest';
import { projectInProcess } from '../google/in-process.ts';
import { GoogleRefusal } from '../google/refusal.ts';
import { explain } from './explain.mjs';
import { firebase } from './resources/apis.mjs';

const { google, context } = projectInProcess('acme-explains');

test('who has not accepted the terms of Firebase is told where that is done, and not to ask for a role', async () => {
  const detail = '[ORIGINAL ERROR] generic::permission_denied: Firebase Tos Not Accepted';
  const details = [{ '@type': 'type.googleapis.com/google.rpc.DebugInfo', detail }];
  const refusal = new GoogleRefusal(403, 'PERMISSION_DENIED', 'The caller does not have permission', details);
  google().state.faults.push({ matches: /:addFirebase$/, refusal });
  const error: unknown = await firebase.make(context(), { is: 'missing' }).catch((thrown: unknown) => thrown);
  expect(explain(error)).toContain('https://console.firebase.google.com/?forceCheckTos=true');
  expect(explain(error)).not.toContain('Owner');
});
