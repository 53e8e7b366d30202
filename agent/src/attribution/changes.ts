import { createHash } from 'node:crypto';
import type { RecordItem } from '@countersign/contract/agent';
import { isRecord } from '../lib/is-record.ts';

/** What a person is shown of a step's change to a file; `oldText` is null for a new file. */
export interface Change {
  path: string;
  oldText: string | null;
  newText: string;
}

/** The file changes that a step shows. */
export function changesOf(fields: Pick<RecordItem, 'type' | 'filePath' | 'fileContent' | 'toolParameters'>): Change[] {
  if (fields.type === 'file_creation' && fields.filePath != null) {
    return [{ path: fields.filePath, oldText: null, newText: fields.fileContent ?? '' }];
  }
  const parameters = fields.toolParameters;
  if (!isRecord(parameters)) return [];
  const edits: unknown[] = Array.isArray(parameters.edits) ? parameters.edits : [parameters];
  return edits.filter(isChange);
}

function isChange(value: unknown): value is Change {
  return isRecord(value) && typeof value.path === 'string' && typeof value.newText === 'string' && 'oldText' in value;
}

/** What a file that held `before`, null if there was none, may hold after these changes, normalized for comparison. */
export function resultsOf(changes: readonly Change[], before: string | null): string[] {
  return textsAfter(changes, before).map(normal);
}

/**
 * What a file may hold after these changes, to the byte: whole files as shown; for passages, the result of replacing
 * them once or everywhere.
 */
export function textsAfter(changes: readonly Change[], before: string | null): string[] {
  const texts: string[] = [];
  const last = changes.at(-1);
  // Only what was shown as the whole file may become the whole file; a passage would replace everything around it.
  // Where there is no file, there is nothing around it.
  if (last !== undefined && (before === null || last.oldText === null || normal(last.oldText) === normal(before)))
    texts.push(last.newText);
  if (before !== null) {
    texts.push(changes.reduce((text, { oldText, newText }) => text.replace(oldText || text, () => newText), before));
    texts.push(changes.reduce((text, { oldText, newText }) => text.replaceAll(oldText || text, () => newText), before));
  }
  return [...new Set(texts)];
}

/** Line endings and trailing empty lines are the editor's business. */
export function normal(text: string): string {
  const unix = text.replaceAll('\r\n', '\n');
  let end = unix.length;
  while (end > 0 && unix[end - 1] === '\n') end -= 1;
  return unix.slice(0, end);
}

/** Stands for a text that is only compared. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
