import { createHash } from 'node:crypto';

/**
 * Canonical JSON: object keys sorted, no blanks, what is undefined left out. The same value gives the same bytes,
 * whoever wrote it; lone surrogates come out escaped, so that the text can be stored as UTF-8.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) result[key] = sorted(member);
  return result;
}

/** What a decision is about: exactly these fields, and nothing that may change while it is made. */
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

/** SHA-256 (hex) of the canonical bytes that a decision is about. */
export function hashOf(item: Decidable): string {
  const { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement } = item;
  const shown = { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement };
  return createHash('sha256').update(canonicalJson(shown), 'utf8').digest('hex');
}
