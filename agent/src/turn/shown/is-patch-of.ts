import type { EditParameters } from '@countersign/contract';
import { applyHunks, partsOf, type Hunk } from './apply-patch.ts';
import { isCodexPatchOf } from './is-codex-patch-of.ts';
import { isRemoval, isSameText, type ShownChanges } from './shown-changes.ts';

/** What a unified diff says about one file. */
interface Section {
  names: string[];
  hunks: Hunk[];
}

const naming = /^(?:Index: |--- |\+\+\+ |diff --git a\/.+ b\/)(.+)$/;
/** Lines around the places of a diff that say nothing of what changes. */
const silent = /^(?:={3,}|\\ No newline at end of file|index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?)?$/;
/** Stand in the place of a name. */
const noNames = ['a', 'b', '/dev/null'];

/**
 * True for a patch that says nothing but these changes: a unified diff, or one in the form of Codex. Each file's part
 * is applied to the text that is shown before, and must give the one that is shown after.
 */
export function isPatchOf(patch: string, shown: ShownChanges): boolean {
  if (patch.trimStart().startsWith('*** Begin Patch')) return isCodexPatchOf(patch, shown);
  const sections = sectionsOf(patch);
  if (sections === null || sections.length === 0) return false;
  // Two parts about one file would change it twice.
  const named = sections.flatMap(({ names }) => [...new Set(names.map(withoutSide))]);
  return new Set(named).size === named.length && sections.every((section) => isSectionOf(section, shown));
}

/** `a/file` and `b/file` are one file. */
const withoutSide = (name: string) => name.replace(/^[ab]\//, '');

/** Null for what is no unified diff. */
function sectionsOf(patch: string): Section[] | null {
  const sections: Section[] = [];
  for (const part of partsOf(patch) ?? []) {
    if (typeof part === 'string' && silent.test(part.trimEnd())) continue;
    const last = sections.at(-1);
    if (typeof part !== 'string') {
      if (last === undefined) sections.push({ names: [], hunks: [part] });
      else last.hunks.push(part);
      continue;
    }
    // The name may be followed by a date.
    const name = naming.exec(part)?.[1]?.split('\t')[0]?.trim();
    if (name === undefined) return null;
    const names = noNames.includes(name) ? [] : [name];
    if (last === undefined || last.hunks.length > 0) sections.push({ names, hunks: [] });
    else last.names.push(...names);
  }
  return sections;
}

function isSectionOf({ names, hunks }: Section, shown: ShownChanges): boolean {
  // Above a diff of one file there may be no name.
  const named: ReadonlyArray<EditParameters | null> =
    names.length === 0 && shown.all.length === 1
      ? shown.all
      : names.map((name) => shown.of(name) ?? shown.of(name.replace(/^[ab]\//, '')));
  const [from, to] = [named[0], named.at(-1)];
  if (!from || !to || named.includes(null) || hunks.length === 0) return false;
  const result = applyHunks(from.oldText ?? '', hunks);
  if (result === null || named.some((change) => change !== from && change !== to)) return false;
  if (from !== to) return isRemoval(from) && isSameText(result, to.newText);
  if (isSameText(result, to.newText)) return true;
  // A moved file may be named by its old path alone.
  return isRemoval(from) && shown.all.some((other) => other !== from && isSameText(result, other.newText));
}
