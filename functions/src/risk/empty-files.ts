import type { Act } from './act.ts';

/** What tools call a text that is written, with what they call the text that it replaces: that of a file, or a passage of one. */
const texts = [
  ['newText', 'oldText', 'file'],
  ['newString', 'oldString', 'passage'],
  ['new_string', 'old_string', 'passage'],
  ['new_source', null, 'file'],
  ['content', null, 'file'],
  ['contents', null, 'file'],
] as const;

interface Emptying {
  why: string;
  level: 'high' | 'medium';
}

/**
 * What an edit does that puts nothing somewhere; null where it writes something. Nothing is what is blank, too: a file of white space has lost what
 * was in it. A passage that is taken out is ordinary, and so is a new file with nothing in it; but either may be all of a file, so that no rule
 * covers one.
 */
export function emptyingOf({ type, parameters, fileContent }: Act): Emptying | null {
  const isNew = type === 'file_creation';
  const written = writtenIn(parameters);
  if (fileContent !== null) written.push({ text: fileContent, former: null, isPassage: false });
  // The runner makes an empty file of one without content.
  else if (isNew && written.length === 0) return { why: 'Creates an empty file', level: 'medium' };
  const blank = written.filter(({ text }) => isBlank(text));
  if (blank.length === 0) return null;
  if (isNew) return { why: 'Creates an empty file', level: 'medium' };
  // Some agents show of a file the passage alone that they change: blank lines in place of others are ordinary there.
  const whole = blank.filter(({ isPassage, former, text }) =>
    isPassage ? isBlank(former) : isNothing(text) || isNothing(former),
  );
  if (whole.length === 0) return { why: 'Removes a passage', level: 'medium' };
  return {
    why: whole.some(({ former }) => !isBlank(former)) ? 'Empties a file' : 'Leaves a file empty',
    level: 'high',
  };
}

/** Each text that is written, also in one of several edits. */
function writtenIn(parameters: unknown): { text: unknown; former: unknown; isPassage: boolean }[] {
  if (!isRecord(parameters)) return [];
  const edits: unknown[] = Array.isArray(parameters.edits) ? parameters.edits : [];
  return [parameters, ...edits.filter(isRecord)].flatMap((edit) =>
    texts.flatMap(([name, former, what]) =>
      Object.hasOwn(edit, name)
        ? [
            {
              text: edit[name],
              former: former && edit[former],
              // Of runners since they say so: some agents show the passage alone that they change.
              isPassage: what === 'passage' || (name === 'newText' && edit.isPassage === true),
            },
          ]
        : [],
    ),
  );
}

/** Null is no text, as an empty one is. What is neither text nor null is not known, which is said elsewhere. */
const isBlank = (text: unknown) => isNothing(text) || (typeof text === 'string' && invisible.test(text));
const isNothing = (text: unknown) => (text ?? '') === '';
/** White space, and signs of no width. */
const invisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
