import { createHash } from 'node:crypto';
import { canonicalJson } from '../lib/canonical-json.ts';

/** What a decision covers: exactly these fields, and nothing that may change during it. */
export interface Decidable {
  title: string;
  type: string;
  content: string | null;
  toolName: string | null;
  toolKind: string | null;
  toolParameters: unknown;
  filePath: string | null;
  fileContent: string | null;
  enforcement: string | null;
}

/** SHA-256 (hex) of the canonical bytes that a decision covers. */
export function hashOf(item: Decidable): string {
  const { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement } = item;
  const shown = { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement };
  return createHash('sha256').update(canonicalJson(shown), 'utf8').digest('hex');
}
