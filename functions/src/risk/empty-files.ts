import type { Act } from './act.ts';

/** What tools call a text that is written, with what they call the text that it replaces. */
const texts = [
  ['newText', 'oldText'],
  ['newString', 'oldString'],
  ['new_string', 'old_string'],
  ['new_source', null],
  ['content', null],
  ['contents', null],
] as const;

/**
 * Why an edit is one that leaves nothing, in words; null where it writes something. Nothing is what is blank, too: a file of white space has lost what
 * was in it. What was there before is not always said, and a file that is to be created may be there all the same, too large to be shown for instance.
 */
export function whyEmpty({ type, parameters, fileContent }: Act): string | null {
  const written = writtenIn(parameters);
  if (fileContent !== null) written.push({ text: fileContent, former: null });
  // The runner makes an empty file of one without content.
  else if (type === 'file_creation' && written.length === 0) return LEAVES_EMPTY;
  const blank = written.filter(({ text }) => isBlank(text));
  if (blank.length === 0) return null;
  return blank.some(({ former }) => !isBlank(former)) ? 'Empties a file' : LEAVES_EMPTY;
}

const LEAVES_EMPTY = 'Leaves a file empty';

/** Each text that is written, also in one of several edits. */
function writtenIn(parameters: unknown): { text: unknown; former: unknown }[] {
  if (!isRecord(parameters)) return [];
  const edits: unknown[] = Array.isArray(parameters.edits) ? parameters.edits : [];
  return [parameters, ...edits.filter(isRecord)].flatMap((edit) =>
    texts.flatMap(([name, former]) =>
      Object.hasOwn(edit, name) ? [{ text: edit[name], former: former && edit[former] }] : [],
    ),
  );
}

/** Null is no text, as an empty one is. What is neither text nor null is not known, which is said elsewhere. */
const isBlank = (text: unknown) => (text ?? '') === '' || (typeof text === 'string' && invisible.test(text));
/** White space, and signs of no width. */
const invisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
