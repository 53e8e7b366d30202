import { createECDH, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../lib/json-file.ts';

const stackKeys = z.object({
  /** JSON of key id → 32 bytes in base64. */
  SECRETS_KEYS: z.string(),
  JWT_KEY: z.string(),
  SWEEP_KEY: z.string(),
  OBJECT_STORE_KEY: z.string(),
  /** The functions show this to the jobs server, which starts programs. A folder of an earlier version has none yet. */
  CLOUD_RUN_TOKEN: z.string().default(''),
  /** Identifies this stack to push services. Likewise absent in older folders. */
  VAPID_KEYS: z.string().default(''),
  /** Signs the statements about published commits. Likewise absent in older folders. */
  EVIDENCE_KEYS: z.string().default(''),
});
export type StackKeys = z.infer<typeof stackKeys>;

/** The keys of a data folder, made once: what is stored encrypted must be readable at the next start. */
export function keysOf(folder: string): StackKeys {
  const file = join(folder, 'keys.json');
  const saved = readJsonFile(file, (value) => stackKeys.parse(value));
  if (saved?.CLOUD_RUN_TOKEN && saved.VAPID_KEYS && saved.EVIDENCE_KEYS) return saved;
  const made: StackKeys = {
    SECRETS_KEYS: JSON.stringify({ local: randomBytes(32).toString('base64') }),
    JWT_KEY: randomBytes(32).toString('hex'),
    SWEEP_KEY: randomBytes(16).toString('hex'),
    OBJECT_STORE_KEY: randomBytes(32).toString('hex'),
    ...saved,
    CLOUD_RUN_TOKEN: saved?.CLOUD_RUN_TOKEN || randomBytes(32).toString('hex'),
    VAPID_KEYS: saved?.VAPID_KEYS || newVapidKey(),
    EVIDENCE_KEYS: saved?.EVIDENCE_KEYS || randomBytes(32).toString('base64url'),
  };
  writeJsonFile(file, made);
  return made;
}

function newVapidKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}
