import { isDelicate } from './delicate-files.ts';
import { nameMatcher } from './name-list.ts';

/** Whether a path, as segments inside the workspace, is one of a pattern such as `src/**`; never one that is more than a file of the project. */
export function isOfPattern(pattern: string, segments: readonly string[]): boolean {
  if (segments.length === 0 || isDelicate(segments)) return false;
  // Another file may be meant where a name has signs that some systems take for others.
  if (!segments.every((segment) => /^[\w@+. -]+$/.test(segment))) return false;
  return follows(pattern.split('/'), segments);
}

function follows([first, ...more]: readonly string[], segments: readonly string[]): boolean {
  const [segment, ...others] = segments;
  if (first === undefined) return segment === undefined;
  if (first === '**') {
    // At the end it is any file below, before a name any folders between.
    if (more.length === 0) return segment !== undefined;
    return follows(more, segments) || (segment !== undefined && follows([first, ...more], others));
  }
  return segment !== undefined && nameMatcher(first)(segment) && follows(more, others);
}
