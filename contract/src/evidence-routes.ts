import { countersignature, evidenceKeys, setCountersignature } from './evidence.ts';
import { route } from './route.ts';

/** The routes of evidence; a part of `routes`, in a file of its own that pages load only where they need it. */

export const getEvidenceKeys = route({
  method: 'GET',
  path: '/api/evidence-keys',
  caller: 'public',
  summary: 'The public keys that signed notes of commits are checked with, the newest first',
  reply: evidenceKeys,
});
export const getCountersignature = route({
  method: 'GET',
  path: '/api/account/countersignature',
  summary: 'What stands in the commits that you approve',
  reply: countersignature,
});
export const putCountersignature = route({
  method: 'PUT',
  path: '/api/account/countersignature',
  summary: 'Chooses the name, and whether the e-mail address, that stands in the commits that you approve',
  body: setCountersignature,
  reply: countersignature,
});
