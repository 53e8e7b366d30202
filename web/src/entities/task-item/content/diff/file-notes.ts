import type { StructuredPatch } from 'diff';

const ORDINARY = '100644';
const kinds: Record<string, string> = { '100755': 'executable file', '120000': 'symbolic link', '160000': 'submodule' };

/**
 * What git says about a file beside its lines, in words: an unusual or changed mode, another name, that it is empty or
 * binary. `head` is the part of its diff before the lines.
 */
export function fileNotes(file: StructuredPatch, head: string): string[] {
  const { oldMode, newMode } = file;
  const notes: string[] = [];
  if (file.isRename) notes.push(`renamed from ${withoutSide(file.oldFileName)}`);
  if (file.isCopy) notes.push(`copied from ${withoutSide(file.oldFileName)}`);
  const hasLines = file.hunks.length > 0 || isBinary(head);
  if (file.isCreate) notes.push(...wholeFile('new', newMode, hasLines));
  else if (file.isDelete) notes.push(...wholeFile('deleted', oldMode, hasLines));
  else if (oldMode && newMode) notes.push(`mode ${oldMode} → ${newMode} (${becomes(newMode)})`);
  else notes.push(...keptMode(head));
  if (isBinary(head)) notes.push('binary');
  return notes;
}

/** Whether git found no lines to compare; it then gives the bytes, or only says that the file is binary. */
export function isBinary(head: string): boolean {
  return /^(GIT binary patch|Binary files .* differ)$/m.test(head);
}

/** Further facts from git's text about a binary file: its size, if given, and its hash. */
export function factsOfBinary(source: string): string[] {
  const [, kind, bytes] = /^(literal|delta) (\d+)$/m.exec(source) ?? [];
  const size =
    bytes === undefined
      ? []
      : [`${Number(bytes).toLocaleString('en')} bytes${kind === 'delta' ? ' of difference' : ''}`];
  const [, before, after] = /^index ([\da-f]+)\.\.([\da-f]+)/m.exec(source) ?? [];
  const hash = after !== undefined && /[1-9a-f]/.test(after) ? after : before;
  return [...size, ...(hash === undefined ? [] : [`git hash ${hash}`])];
}

/** A name in a git diff without its side prefix. */
export function withoutSide(name: string | undefined): string {
  return (name ?? '').replace(/^[ab]\//, '');
}

function wholeFile(what: 'new' | 'deleted', mode: string | undefined, hasLines: boolean): string[] {
  if (mode && mode !== ORDINARY) return [`${what} ${kindOf(mode)} (mode ${mode})`];
  return hasLines ? [] : [`${what} empty file`];
}

/** If a file's mode did not change, git prints it beside the hashes. */
function keptMode(head: string): string[] {
  const mode = /^index [\da-f]+\.\.[\da-f]+ (\d+)$/m.exec(head)?.[1];
  return mode && mode !== ORDINARY ? [`${kindOf(mode)} (mode ${mode})`] : [];
}

const kindOf = (mode: string) => kinds[mode] ?? 'file';

function becomes(mode: string): string {
  if (mode === ORDINARY) return 'not executable';
  return mode === '100755' ? 'executable' : kindOf(mode);
}
