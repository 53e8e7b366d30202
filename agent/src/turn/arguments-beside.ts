import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EditParameters } from '@countersign/contract';
import { isRecord } from '../lib/is-record.ts';
import { isPatchOf } from './is-patch-of.ts';

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
/** What is said about each file of a patch besides its path and the patch itself. */
const kindsOfChange: readonly unknown[] = ['add', 'update', 'delete', 'move'];
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
  const changed = new Set(changes.map(({ path }) => resolve(workspace, path)));
  // opencode leaves out the first separator of absolute paths.
  const isChanged = (file: string) => [workspace, sep].some((folder) => changed.has(resolve(folder, file)));
  const isOfFile = (name: string, value: unknown) =>
    isShown(name, value) ||
    (namesOfCount.has(name) && typeof value === 'number') ||
    (name === 'type' && kindsOfChange.includes(value));
  const isShown = (name: string, value: unknown): boolean => {
    if (name === 'files' && Array.isArray(value))
      return value.every((file) => isRecord(file) && Object.entries(file).every((entry) => isOfFile(...entry)));
    if (typeof value !== 'string') return false;
    if (namesPlace.test(name)) return isChanged(value) || value.split(', ').every(isChanged);
    if (namesOfPatch.has(name)) return isPatchOf(value, changes, isChanged);
    return (
      namesOfText.has(name) &&
      changes.some(({ oldText, newText }) => newText.includes(value) || (oldText ?? '').includes(value))
    );
  };
  return isShown;
}

/** The same with places in the workspace named relative to it. What is no place by its name, e.g. a command, stays. */
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
