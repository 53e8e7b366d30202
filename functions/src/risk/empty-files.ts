import { isBlankText } from '@countersign/contract';
import type { Act } from './act.ts';

/** Names that tools use for a written text and for the text that it replaces: of a whole file, or of a passage. */
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
 * What an edit does that writes nothing somewhere; null where it writes something. Blank text counts as nothing: a file
 * of white space has lost its content. Removing a passage is ordinary, and so is a new empty file; but either may
 * concern all of a file, so no rule covers them.
 */
export function emptyingOf({ type, parameters, fileContent }: Act): Emptying | null {
  const isNew = type === 'file_creation';
  const written = writtenIn(parameters);
  if (fileContent !== null) written.push({ text: fileContent, former: null, isPassage: false });
  // Without content, the runner creates an empty file.
  else if (isNew && written.length === 0) return { why: 'Creates an empty file', level: 'medium' };
  const blank = written.filter(({ text }) => isBlank(text));
  if (blank.length === 0) return null;
  if (isNew) return { why: 'Creates an empty file', level: 'medium' };
  // Some agents send only the passage that they change: replacing blank lines by blank lines is ordinary there.
  const whole = blank.filter(({ isPassage, former, text }) =>
    isPassage ? isBlank(former) : isNothing(text) || isNothing(former),
  );
  if (whole.length === 0) return { why: 'Removes a passage', level: 'medium' };
  return {
    why: whole.some(({ former }) => !isBlank(former)) ? 'Empties a file' : 'Leaves a file empty',
    level: 'high',
  };
}

/** Every written text, including those of several edits. */
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

/** Null is no text, like an empty one. A value that is neither text nor null is reported elsewhere as not known. */
const isBlank = (text: unknown) => isNothing(text) || (typeof text === 'string' && isBlankText(text));
const isNothing = (text: unknown) => (text ?? '') === '';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
