import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** How many are named; the others are only counted. */
const NAMED = 10;

/**
 * What is in the working folder but in none of the repositories, in words for a person; null if there is nothing. It is
 * neither published nor kept: an agent was told so, and wrote it nevertheless.
 */
export async function leftBeside({
  folders,
  checkouts,
}: Pick<Workspace, 'folders' | 'checkouts'>): Promise<string | null> {
  const places = checkouts.map(({ folder }) => folder);
  if (places.includes(folders.workspace)) return null;
  const entries = await readdir(folders.workspace, { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !places.includes(join(folders.workspace, name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  if (names.length === 0) return null;
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  const are = names.length === 1 ? 'is' : 'are';
  return `Beside the repositories, and so neither published nor kept, ${are}: ${[...names.slice(0, NAMED), ...more].join(', ')}.`;
}
