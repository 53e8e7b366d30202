import type { StructuredPatch } from 'diff';
import type { FileNames } from './file-names.ts';

const ORDINARY = '100644';
const kinds: Record<string, string> = { '100755': 'executable file', '120000': 'symbolic link', '160000': 'submodule' };

/**
 * What git says about a file beside its lines, in words: an unusual or changed mode, another name, that it is empty or
 * binary. `head` has the lines of its diff before those of its content.
 */
export function fileNotes(file: StructuredPatch, { before }: FileNames, head: readonly string[]): string[] {
  const { oldMode, newMode } = file;
  const notes: string[] = [];
  if (file.isRename) notes.push(`renamed from ${before}`);
  if (file.isCopy) notes.push(`copied from ${before}`);
  const hasLines = file.hunks.length > 0 || isBinary(head);
  if (file.isCreate) notes.push(...wholeFile('new', newMode, hasLines));
  else if (file.isDelete) notes.push(...wholeFile('deleted', oldMode, hasLines));
  else if (oldMode && newMode) notes.push(`mode ${oldMode} → ${newMode} (${becomes(newMode)})`);
  else notes.push(...keptMode(head));
  if (isBinary(head)) notes.push('binary');
  return notes;
}

/** Whether git found no lines to compare; it then gives the bytes, or only says that the file is binary. */
export function isBinary(head: readonly string[]): boolean {
  return head.some((line) => /^(GIT binary patch|Binary files [^]* differ)$/.test(line));
}

/** Further facts from git's text about a binary file: its size, if given, and its hash. */
export function factsOfBinary(source: string): string[] {
  const lines = source.split('\n');
  const [, kind, bytes] = firstMatch(lines, /^(literal|delta) (\d+)$/) ?? [];
  const size =
    bytes === undefined
      ? []
      : [`${Number(bytes).toLocaleString('en')} bytes${kind === 'delta' ? ' of difference' : ''}`];
  const [, before, after] = firstMatch(lines, /^index ([\da-f]+)\.\.([\da-f]+)/) ?? [];
  const hash = after !== undefined && /[1-9a-f]/.test(after) ? after : before;
  return [...size, ...(hash === undefined ? [] : [`git hash ${hash}`])];
}

/** Line by line: for `m`, other characters than a line feed end a line as well, and a name may contain those. */
function firstMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | null {
  const line = lines.find((one) => pattern.test(one));
  return line === undefined ? null : pattern.exec(line);
}

function wholeFile(what: 'new' | 'deleted', mode: string | undefined, hasLines: boolean): string[] {
  if (mode && mode !== ORDINARY) return [`${what} ${kindOf(mode)} (mode ${mode})`];
  return hasLines ? [] : [`${what} empty file`];
}

/** If a file's mode did not change, git prints it beside the hashes. */
function keptMode(head: readonly string[]): string[] {
  const mode = firstMatch(head, /^index [\da-f]+\.\.[\da-f]+ (\d+)$/)?.[1];
  return mode && mode !== ORDINARY ? [`${kindOf(mode)} (mode ${mode})`] : [];
}

const kindOf = (mode: string) => kinds[mode] ?? 'file';

function becomes(mode: string): string {
  if (mode === ORDINARY) return 'not executable';
  return mode === '100755' ? 'executable' : kindOf(mode);
}
