import { countersignature, evidenceEnvelope, evidenceKeys, setCountersignature } from '../entities/evidence.ts';
import { route } from './route.ts';

/** The routes of evidence; a part of `routes`, in a file of its own that pages load only where they need it. */

export const getEvidenceKeys = route({
  method: 'GET',
  path: '/api/evidence-keys',
  caller: 'public',
  summary: 'The public keys for checking the signed notes of commits, newest first',
  reply: evidenceKeys,
});
export const getCountersignature = route({
  method: 'GET',
  path: '/api/account/countersignature',
  summary: 'How the commits that you approve name you',
  reply: countersignature,
});
export const putCountersignature = route({
  method: 'PUT',
  path: '/api/account/countersignature',
  summary: 'Sets the name in the commits that you approve, and whether your email address is added',
  body: setCountersignature,
  reply: countersignature,
});
export const postTaskItemEvidence = route({
  method: 'POST',
  path: '/api/task-items/:id/evidence',
  summary: 'The signed statement over an approved and pushed commit, for its note; audited',
  reply: evidenceEnvelope,
});
