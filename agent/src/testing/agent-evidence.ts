import { publishParameters, type EvidenceEnvelope } from '@countersign/contract';
import { generateKeyPairSync, sign } from 'node:crypto';
import type { StoredItem, StoredTask } from './agent-state.ts';
import { Refusal } from './refusal.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A key of this process alone. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** As PEM. */
export const evidenceKey = publicKey.export({ format: 'pem', type: 'spki' }).toString();

/** A signed statement about an approved commit; listing the steps is left to the real server. Throws `conflict`. */
export function signEvidence(task: StoredTask, item: StoredItem, commit: string): EvidenceEnvelope {
  const isTakenOut = item.grant === 'released' || item.grant === 'executed';
  const asked = publishParameters.safeParse(item.toolParameters).data;
  if (item.toolKind !== 'publish' || item.isApproved !== true || !isTakenOut || asked?.commit !== commit) {
    throw new Refusal('conflict', 'Not the approved commit');
  }
  const payload = Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: asked.repositoryId, digest: { gitCommit: commit } }],
      predicateType: 'urn:countersign:evidence:v1',
      predicate: { task: task.id, publish: item.id, countersignedBy: asked.evidence?.countersignedBy },
    }),
  );
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  const sig = sign(null, signed, privateKey).toString('base64');
  return { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: 'test', sig }] };
}
