import { createHash } from 'node:crypto';
import type { RecordItem } from '@countersign/contract/agent';
import { isRecord } from '../lib/is-record.ts';

/** What a person is shown of a step's change to a file; `oldText` is null for a new file. */
export interface Change {
  path: string;
  oldText: string | null;
  newText: string;
  /** The person is shown that the passage is replaced wherever it stands. */
  isEverywhere?: boolean;
}

/** The file changes that a step shows. */
export function changesOf(fields: Pick<RecordItem, 'type' | 'filePath' | 'fileContent' | 'toolParameters'>): Change[] {
  if (fields.type === 'file_creation' && fields.filePath != null) {
    return [{ path: fields.filePath, oldText: null, newText: fields.fileContent ?? '' }];
  }
  const parameters = fields.toolParameters;
  if (!isRecord(parameters)) return [];
  const edits: unknown[] = Array.isArray(parameters.edits) ? parameters.edits : [parameters];
  const changes = edits.filter(isChange);
  const isEverywhere = replacesAll(parameters) || replacesAll(parameters.arguments);
  return isEverywhere ? changes.map((change) => ({ ...change, isEverywhere })) : changes;
}

/** The agent says, in an argument that is shown, that a passage is replaced wherever it stands. */
export const replacesAll = (parameters: unknown): boolean =>
  isRecord(parameters) && (parameters.replace_all === true || parameters.replaceAll === true);

function isChange(value: unknown): value is Change {
  return isRecord(value) && typeof value.path === 'string' && typeof value.newText === 'string' && 'oldText' in value;
}

/** What a file that held `before`, null if there was none, may hold after these changes, normalized for comparison. */
export function resultsOf(changes: readonly Change[], before: string | null): string[] {
  return textsAfter(changes, before).map(normal);
}

/**
 * What a file may hold after these changes, with line feeds as line ends: whole files as shown; for passages, the result
 * of replacing them once or everywhere, unless it is shown which.
 */
export function textsAfter(changes: readonly Change[], before: string | null): string[] {
  const shown = changes.map(withLineFeeds);
  const held = before === null ? null : lineFeeds(before);
  const texts = waysOf(shown).map((way) => afterAll(shown, held, way));
  // Only what was shown as the whole file may become the whole file; a passage would replace everything around it.
  const last = shown.at(-1);
  if (held !== null && last !== undefined && isWhole(last, held)) texts.push(last.newText);
  const known = new Set(texts.filter((text) => text !== null));
  // Agents that do not see a byte order mark keep it when they write the whole file.
  if (held?.startsWith(BOM) === true && last !== undefined && known.has(last.newText))
    known.add(BOM + withoutBom(last.newText));
  return [...known];
}

type Texts = Pick<Change, 'oldText' | 'newText' | 'isEverywhere'>;

/** Where passages are replaced of which it is not shown, and whether the line break after one that is removed goes, too. */
interface Way {
  isEverywhere: boolean;
  takesBreak: boolean;
}

/** Where a passage is removed, Claude Code takes the line break after it, too. */
function waysOf(changes: readonly Texts[]): Way[] {
  const removes = changes.some(({ oldText, newText }) => oldText !== null && isWithoutBreak(oldText, newText));
  return (removes ? [false, true] : [false]).flatMap((takesBreak) =>
    [false, true].map((isEverywhere) => ({ isEverywhere, takesBreak })),
  );
}

/** True for a passage that is removed, but for the break of its last line. */
export const isWithoutBreak = (passage: string, newText: string): boolean =>
  newText === '' && passage !== '' && !passage.endsWith('\n');

function afterAll(changes: readonly Texts[], before: string | null, way: Way): string | null {
  return changes.reduce<string | null>((text, change) => {
    const { oldText, newText } = change;
    // Where there is no file, there is nothing around a passage.
    if (text === null || oldText === null || oldText === '') return newText;
    if (!text.includes(oldText)) return isWhole(change, text) ? newText : text;
    return afterOne(text, { ...change, oldText }, way);
  }, before);
}

function afterOne(text: string, { oldText, newText, isEverywhere }: Texts & { oldText: string }, way: Way): string {
  const isAll = isEverywhere === true || way.isEverywhere;
  // An agent that says where takes the text alone, also at the ends of other lines.
  const inLines = isEverywhere === true ? null : withLines(text, oldText, newText, isAll);
  if (inLines !== null) return inLines;
  const line = `${oldText}\n`;
  const passage = way.takesBreak && isWithoutBreak(oldText, newText) && text.includes(line) ? line : oldText;
  return isAll ? text.replaceAll(passage, () => newText) : text.replace(passage, () => newText);
}

/** A text with whole lines replaced where it has them as such, be it without the last break; null if it has not, or they are none. */
function withLines(text: string, lines: string, newText: string, isAll: boolean): string | null {
  const missing = text.endsWith('\n') ? '' : '\n';
  const [held, sought] = [`\n${text}${missing}`, `\n${lines}`];
  let [result, from, at] = ['', 0, lines.endsWith('\n') ? held.indexOf(sought) : -1];
  if (at < 0) return null;
  for (; at >= 0; at = isAll ? held.indexOf(sought, from) : -1) {
    result += held.slice(from + 1, at + 1) + newText;
    from = at + lines.length;
  }
  result += held.slice(from + 1);
  return missing !== '' && result.endsWith(missing) ? result.slice(0, -1) : result;
}

/** True for a change that shows all that a file holds as replaced. */
export const isWhole = ({ oldText }: Texts, text: string): boolean =>
  oldText === null || withoutBom(normal(oldText)) === withoutBom(normal(text));

const withLineFeeds = ({ oldText, newText, isEverywhere = false }: Change): Texts => ({
  isEverywhere,
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
