import { isAbsolute, relative, sep } from 'node:path';
import type { EditParameters } from '@countersign/contract';
import { isRecord } from '../../lib/is-record.ts';
import { isPatchOf } from './is-patch-of.ts';
import { isRemoval, shownChanges, type ShownChanges } from './shown-changes.ts';

/** Names that tools give to the texts of a change, which are shown as a diff. */
const namesOfText = new Set(
  'content text old_string new_string oldString newString old_str new_str oldText newText'.split(' '),
);
/** Names under which a change itself is shown: another argument of that name must not stand in for it. */
const reserved = ['path', 'oldText', 'newText', 'edits', 'isPassage', 'leadsTo'];
/** Names of arguments whose values are paths. */
export const namesPlace = /(?:path|file|dir|directory|folder|cwd|root)s?$/i;

/** Names of arguments whose values are patches. */
const namesOfPatch = new Set(['diff', 'patch', 'patchText']);
/** Names of arguments that count a patch's lines, which the patch itself shows. */
const namesOfCount = new Set(['additions', 'deletions']);

/**
 * The arguments of a call that its changes do not already show: not the files, nor the texts before and after, nor the
 * same changes as a patch.
 */
export function argumentsBeside(rawInput: unknown, changes: readonly EditParameters[], workspace: string) {
  if (!isRecord(rawInput)) return {};
  const isShown = shownBy(changes, workspace);
  const rest = Object.entries(rawInput).filter(([name, value]) => !isShown(name, value));
  if (rest.length === 0) return {};
  const shown = withShownPaths(Object.fromEntries(rest), workspace);
  return rest.some(([name]) => reserved.includes(name)) ? { arguments: shown } : shown;
}

/** Tells which arguments say nothing but these changes. */
function shownBy(changes: readonly EditParameters[], workspace: string): (name: string, value: unknown) => boolean {
  const shown = shownChanges(changes, workspace);
  const isChanged = (file: string) => shown.at(file).length > 0;
  return (name, value) => {
    if (name === 'files' && Array.isArray(value)) return value.every((file) => isFileShown(file, shown, workspace));
    if (typeof value !== 'string') return false;
    if (namesPlace.test(name)) return isChanged(value) || value.split(', ').every(isChanged);
    if (namesOfPatch.has(name)) return isPatchOf(value, shown);
    return (
      namesOfText.has(name) &&
      changes.some(({ oldText, newText }) => newText.includes(value) || (oldText ?? '').includes(value))
    );
  };
}

/** True if all that is said about one file of a patch is shown of that very file. */
function isFileShown(file: unknown, shown: ShownChanges, workspace: string): boolean {
  if (!isRecord(file)) return false;
  const entries = Object.entries(file);
  const places = entries.flatMap(([name, value]) =>
    namesPlace.test(name) && typeof value === 'string' ? shown.at(value) : [],
  );
  const isShown = shownBy([...new Set(places)], workspace);
  return entries.every(([name, value]) => {
    if (name === 'type') return isKindShown(file, shown);
    return (namesOfCount.has(name) && typeof value === 'number') || isShown(name, value);
  });
}

/** True if a file is shown to be changed in the way that is said of it. */
function isKindShown({ type, filePath, movePath }: Record<string, unknown>, shown: ShownChanges): boolean {
  const [change, moved] = [filePath, movePath].map((path) => (typeof path === 'string' ? shown.of(path) : null));
  if (!change) return false;
  if (type === 'delete') return isRemoval(change);
  if (type === 'move') return isRemoval(change) && moved != null && !isRemoval(moved);
  return type === 'add' || type === 'update';
}

/** Arguments with places in the workspace named relative to it. What is no place by its name, e.g. a command, stays. */
export function withShownPaths(rawInput: Record<string, unknown>, workspace: string): Record<string, unknown> {
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'string' || !isAbsolute(value)) return value;
    const inside = relative(workspace, value);
    if (inside === '..' || inside.startsWith(`..${sep}`)) return value;
    return inside === '' ? '.' : inside;
  };
  return Object.fromEntries(
    Object.entries(rawInput).map(([name, value]) => [name, namesPlace.test(name) ? shown(value) : value]),
  );
}
