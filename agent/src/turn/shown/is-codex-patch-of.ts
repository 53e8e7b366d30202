import { linesOf, makes, type Replacement } from '../../attribution/replaced-lines.ts';
import { isRemoval, isSameText, type ShownChanges } from './shown-changes.ts';

/** What a patch in the form of Codex says about one file. */
interface Section {
  kind: string;
  path: string;
  /** Its new path if it is moved. */
  target: string | null;
  lines: string[];
}

/** True for a patch in the form of Codex that says nothing but these changes. */
export function isCodexPatchOf(patch: string, shown: ShownChanges): boolean {
  const sections = sectionsOf(patch);
  if (sections === null || sections.length === 0) return false;
  // Two sections about one file would change it twice.
  const paths = sections.flatMap(({ path, target }) => [path, target].filter((one) => one !== null));
  return new Set(paths).size === paths.length && sections.every((section) => isSectionOf(section, shown));
}

/** Null for what is no such patch. */
function sectionsOf(patch: string): Section[] | null {
  const [first, ...lines] = patch.trim().split(/\r?\n/);
  if (first?.trimEnd() !== '*** Begin Patch' || lines.pop() !== '*** End Patch') return null;
  const sections: Section[] = [];
  for (const line of lines) {
    const [, kind, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
    if (kind !== undefined && path !== undefined) {
      sections.push({ kind, path: path.trim(), target: null, lines: [] });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) return null;
    const target = section.lines.length === 0 ? /^\*\*\* Move to: (.+)$/.exec(line)?.[1] : undefined;
    if (target === undefined) section.lines.push(line);
    else if (section.target === null) section.target = target.trim();
    else return null;
  }
  return sections;
}

function isSectionOf({ kind, path, target, lines }: Section, shown: ShownChanges): boolean {
  const change = shown.of(path);
  if (change === null) return false;
  const { oldText, newText } = change;
  if (kind === 'Delete') return target === null && lines.every((line) => line.trim() === '') && isRemoval(change);
  if (kind === 'Add') {
    const text = lines.map((line) => `${line.slice(1)}\n`).join('');
    return target === null && lines.every((line) => line.startsWith('+')) && isSameText(text, newText);
  }
  const before = linesOf(oldText ?? '');
  const chunks = chunksOf(lines, before);
  if (chunks === null) return false;
  if (target === null) return makes(before, linesOf(newText), chunks);
  const moved = shown.of(target);
  return moved !== null && moved !== change && isRemoval(change) && makes(before, linesOf(moved.newText), chunks);
}

/** The places of a section; null if anything else stands there. */
function chunksOf(lines: readonly string[], before: readonly string[]): Replacement[] | null {
  const places = new Set(before.map((line) => line.trim()));
  let chunk: string[] = [];
  const chunks = [chunk];
  for (const line of lines) {
    if (line === '*** End of File') continue;
    if (line.startsWith('@@')) {
      // Only says where to look; Codex looks for it without its indentation, too.
      const place = line.slice(2).trim();
      if (place !== '' && !places.has(place)) return null;
      chunks.push((chunk = []));
    } else if (line === '') chunk.push(' ');
    else if (/^[ +-]/.test(line)) chunk.push(line);
    else return null;
  }
  return chunks.map((signed) => ({ old: without('+', signed), made: without('-', signed) }));
}

const without = (sign: string, chunk: readonly string[]) =>
  chunk.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));
