import { isDelicate } from './delicate-files.ts';
import { nameMatcher } from './name-list.ts';

/**
 * Matches a path, as segments in the workspace, against a pattern such as `src/**`; never more than a project's file.
 */
export function isOfPattern(pattern: string, segments: readonly string[]): boolean {
  if (segments.length === 0 || isDelicate(segments)) return false;
  // Other characters may make some systems read the name as a different file.
  if (!segments.every((segment) => /^[\w@+. -]+$/.test(segment))) return false;
  return follows(pattern.split('/'), segments);
}

function follows([first, ...more]: readonly string[], segments: readonly string[]): boolean {
  const [segment, ...others] = segments;
  if (first === undefined) return segment === undefined;
  if (first === '**') {
    // At the end it matches any file below; before a name, any folders in between.
    if (more.length === 0) return segment !== undefined;
    return follows(more, segments) || (segment !== undefined && follows([first, ...more], others));
  }
  return segment !== undefined && nameMatcher(first)(segment) && follows(more, others);
}
