import { Timestamp } from 'firebase-admin/firestore';
import { read, type Tx, type Writer } from '../store/data.ts';
import type { SecretDocument } from '../documents/secret.ts';
import { env } from '../settings/env.ts';
import { secrets } from '../store/firestore.ts';
import { decrypt, encrypt } from './cipher.ts';

/** What a secret is for; with the thing's id it makes the document's id. */
export type SecretKind = 'repository-token' | 'container-jwt' | 'project-variable' | 'device';

/** The subject id of a project's variable. */
export const variableId = (projectId: string, name: string) => `${projectId}-${name}`;

/** Id of the document that holds a thing's secret. */
export const secretId = (kind: SecretKind, subjectId: string) => `${kind}-${subjectId}`;

/** A secret to be stored, of the thing with this id. */
export interface NewSecret {
  userId: string;
  kind: SecretKind;
  subjectId: string;
  plaintext: string;
}

/** Stores a secret, encrypted and bound to its user and document. */
export function putSecret(writer: Writer, { userId, kind, subjectId, plaintext }: NewSecret): void {
  const id = secretId(kind, subjectId);
  writer.set(secrets().doc(id), {
    id,
    userId,
    ...encrypt(env().SECRETS_KEYS, plaintext, boundTo(userId, id)),
    updatedAt: Timestamp.now(),
  });
}

/** Deletes a thing's secret, if there is one. */
export function deleteSecret(writer: Writer, kind: SecretKind, subjectId: string): void {
  writer.delete(secrets().doc(secretId(kind, subjectId)));
}

/**
 * A decrypted secret, or null; `from` a transaction where it must belong to what else that reads. Never put it into a
 * reply to a browser, a log line or an execution's environment.
 */
export async function readSecret(
  userId: string,
  kind: SecretKind,
  subjectId: string,
  from: Pick<Tx, 'read'> = { read },
): Promise<string | null> {
  const secret = await from.read(secrets().doc(secretId(kind, subjectId)));
  return secret && secret.userId === userId ? open(secret) : null;
}

/** Encrypts a secret with the current key; null if it already is (key rotation). */
export function renewed(secret: SecretDocument): SecretDocument | null {
  const keys = env().SECRETS_KEYS;
  if (keys.keys().next().value === secret.keyId) return null;
  return { ...secret, ...encrypt(keys, open(secret), boundTo(secret.userId, secret.id)), updatedAt: Timestamp.now() };
}

function open(secret: SecretDocument): string {
  return decrypt(env().SECRETS_KEYS, secret, boundTo(secret.userId, secret.id));
}

const boundTo = (userId: string, id: string) => `${userId}\n${id}`;
