import type { EvidenceEnvelope } from '@countersign/contract';
import { sign, type KeyObject } from 'node:crypto';

/**
 * Signs a payload with an Ed25519 key as a DSSE envelope: the signature covers the payload's type and its exact bytes.
 */
export function signEnvelope(
  payloadType: string,
  payload: Buffer,
  { keyid, privateKey }: { keyid: string; privateKey: KeyObject },
): EvidenceEnvelope {
  const sig = sign(null, preAuthenticationEncoding(payloadType, payload), privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid, sig }] };
}

function preAuthenticationEncoding(payloadType: string, payload: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `),
    payload,
  ]);
}
