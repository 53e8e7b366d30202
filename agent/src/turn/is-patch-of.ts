import type { EditParameters } from '@countersign/contract';

/** Lines around a patch, and what they say about files. */
const ofCodex = /^\*\*\* (?:Begin Patch|End Patch|End of File|(?:(?:Add|Update|Delete) File|Move to): (.+))$/;
const ofUnified = /^(?:(?:Index: |--- |\+\+\+ )(.+)|={3,})$/;

/**
 * True for a patch that says nothing but these changes: a unified diff, or one in the form of Codex. Indentation is not
 * compared, since some agents cut what all lines share.
 */
export function isPatchOf(
  patch: string,
  changes: readonly EditParameters[],
  isChanged: (path: string) => boolean,
): boolean {
  const lines = patch.trim().split(/\r?\n/);
  const isCodex = lines[0]?.trim() === '*** Begin Patch';
  // What stands above a unified diff of one file may name it in any way.
  const first = isCodex ? 0 : lines.findIndex((line) => line.startsWith('@@'));
  if (first < 0) return false;
  const before = linesOf(changes.map(({ oldText }) => oldText ?? ''));
  const after = linesOf(changes.map(({ newText }) => newText));
  return lines.slice(first).every((line) => {
    if (line.startsWith('+') && after.has(line.slice(1).trim())) return true;
    if (line.startsWith('-') && before.has(line.slice(1).trim())) return true;
    const head = (isCodex ? ofCodex : ofUnified).exec(line.trimEnd());
    // The name may be followed by a date.
    if (head !== null) return head[1] === undefined || isChanged(head[1].split('\t')[0]?.trim() ?? '');
    if (isCodex && line.startsWith('@@')) return line.length === 2 || before.has(line.slice(2).trim());
    return /^(?:@@|\\| |$)/.test(line);
  });
}

const linesOf = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => text.split(/\r?\n/).map((line) => line.trim())));
