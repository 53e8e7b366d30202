import { resolve, sep } from 'node:path';
import type { EditParameters } from '@countersign/contract';
import { linesOf } from '../../attribution/replaced-lines.ts';

/** The changes that a person is shown of a call, found by the paths that its agent gives. */
export interface ShownChanges {
  all: readonly EditParameters[];
  /** What is shown of a file. */
  at(path: string): readonly EditParameters[];
  /** The one change of a file; null if none is shown, or several, which no patch is compared with. */
  of(path: string): EditParameters | null;
}

/** `workspace`: the folder from which an agent’s relative paths begin. */
export function shownChanges(all: readonly EditParameters[], workspace: string): ShownChanges {
  // opencode leaves out the first separator of absolute paths.
  const at = (file: string) => {
    const places = [workspace, sep].map((folder) => resolve(folder, file));
    return all.filter(({ path }) => places.includes(resolve(workspace, path)));
  };
  return {
    all,
    at,
    of(file) {
      const [change, ...more] = at(file);
      return change === undefined || more.length > 0 ? null : change;
    },
  };
}

/** True if a file is shown to be gone: all that it held, and nothing after. */
export function isRemoval({ oldText, newText, isPassage }: EditParameters): boolean {
  return newText === '' && oldText !== null && isPassage !== true;
}

/** True for texts with the same lines. */
export const isSameText = (one: string, other: string): boolean =>
  linesOf(one).join('\n') === linesOf(other).join('\n');
