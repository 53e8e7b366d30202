import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EditParameters } from '@countersign/contract';
import { isRecord } from '../lib/is-record.ts';

/** Names that tools give to the texts of a change, which are shown as a diff. */
const namesOfText = new Set(
  'content text old_string new_string oldString newString old_str new_str oldText newText'.split(' '),
);
/** Names under which a change itself is shown: another argument of that name must not stand in for it. */
const reserved = ['path', 'oldText', 'newText', 'edits', 'isPassage', 'leadsTo'];
/** Names of arguments whose values are paths. */
export const namesPlace = /(?:path|file|dir|directory|folder|cwd|root)s?$/i;

/**
 * The arguments of a call that its changes do not already show: not the files, nor the texts before and after, nor the
 * same change as a patch.
 */
export function argumentsBeside(rawInput: unknown, changes: readonly EditParameters[], workspace: string) {
  if (!isRecord(rawInput)) return {};
  const isShown = (name: string, value: unknown) =>
    typeof value === 'string' &&
    changes.some(
      ({ path, oldText, newText }) =>
        (namesPlace.test(name) && resolve(workspace, value) === resolve(workspace, path)) ||
        (namesOfText.has(name) && (newText.includes(value) || (oldText ?? '').includes(value))) ||
        (name === 'diff' && isPatchOf(value, oldText ?? '', newText)),
    );
  const rest = Object.entries(rawInput).filter(([name, value]) => !isShown(name, value));
  if (rest.length === 0) return {};
  const shown = withShownPaths(Object.fromEntries(rest), workspace);
  return rest.some(([name]) => reserved.includes(name)) ? { arguments: shown } : shown;
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

/** A unified diff that says nothing but this change. */
function isPatchOf(patch: string, oldText: string, newText: string): boolean {
  const [before, after] = [oldText, newText].map((text) => new Set(text.split(/\r?\n/)));
  const lines = patch.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return (
    first >= 0 &&
    lines.slice(first).every((line) => {
      if (line.startsWith('+')) return after?.has(line.slice(1));
      if (line.startsWith('-')) return before?.has(line.slice(1));
      return /^(?:@@|\\| |$)/.test(line);
    })
  );
}
