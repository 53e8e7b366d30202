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
 * What a file may hold after these changes, with line feeds as line ends: whole files as shown; for passages, the result
 * of replacing them once or everywhere.
 */
export function textsAfter(changes: readonly Change[], before: string | null): string[] {
  const shown = changes.map(withLineFeeds);
  const held = before === null ? null : lineFeeds(before);
  const texts = replacesOf(shown).map((replace) => afterAll(shown, held, replace));
  // Only what was shown as the whole file may become the whole file; a passage would replace everything around it.
  const last = shown.at(-1);
  if (held !== null && last !== undefined && isWhole(last, held)) texts.push(last.newText);
  const known = new Set(texts.filter((text) => text !== null));
  // Agents that do not see a byte order mark keep it when they write the whole file.
  if (held?.startsWith(BOM) === true && last !== undefined && known.has(last.newText))
    known.add(BOM + withoutBom(last.newText));
  return [...known];
}

type Texts = Pick<Change, 'oldText' | 'newText'>;
type Replace = (text: string, passage: string, newText: string) => string;

const once: Replace = (text, passage, newText) => text.replace(passage, () => newText);
const everywhere: Replace = (text, passage, newText) => text.replaceAll(passage, () => newText);

/** Where a passage is removed, Claude Code takes the line break after it, too. */
const withBreak =
  (replace: Replace): Replace =>
  (text, passage, newText) => {
    const line = `${passage}\n`;
    return replace(text, isWithoutBreak(passage, newText) && text.includes(line) ? line : passage, newText);
  };

/** True for a passage that is removed, but for the break of its last line. */
export const isWithoutBreak = (passage: string, newText: string): boolean =>
  newText === '' && passage !== '' && !passage.endsWith('\n');

function replacesOf(changes: readonly Texts[]): Replace[] {
  const removes = changes.some(({ oldText, newText }) => oldText !== null && isWithoutBreak(oldText, newText));
  return removes ? [once, everywhere, withBreak(once), withBreak(everywhere)] : [once, everywhere];
}

function afterAll(changes: readonly Texts[], before: string | null, replace: Replace): string | null {
  return changes.reduce<string | null>((text, change) => {
    const { oldText, newText } = change;
    // Where there is no file, there is nothing around a passage.
    if (text === null || oldText === null || oldText === '') return newText;
    if (!text.includes(oldText)) return isWhole(change, text) ? newText : text;
    return replace(text, oldText, newText);
  }, before);
}

/** True for a change that shows all that a file holds as replaced. */
export const isWhole = ({ oldText }: Texts, text: string): boolean =>
  oldText === null || withoutBom(normal(oldText)) === withoutBom(normal(text));

const withLineFeeds = ({ oldText, newText }: Change): Texts => ({
  oldText: oldText === null ? null : lineFeeds(oldText),
  newText: lineFeeds(newText),
});

/** A byte order mark, which editors keep out of sight. */
export const BOM = '\uFEFF';
const withoutBom = (text: string) => (text.startsWith(BOM) ? text.slice(1) : text);

/** The text with line feeds alone as line ends. */
export const lineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Line endings and trailing empty lines are the editor's business. */
export function normal(text: string): string {
  const unix = lineFeeds(text);
  let end = unix.length;
  while (end > 0 && unix[end - 1] === '\n') end -= 1;
  return unix.slice(0, end);
}

/** Stands for a text that is only compared. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
