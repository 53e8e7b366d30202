import { holdsSecrets, whyDelicate } from './paths.ts';

/** Names of files that decide what runs, whatever they are called in full, and that no pattern reaches. */
const deciding = /(?:^\.|\.config\.|\.(?:sh|bash|zsh|fish|bat|cmd|ps1)$)/i;

/** Whether a path, as segments inside the workspace, is one of a pattern such as `src/**`; never one that is more than a file of the project. */
export function isOfPattern(pattern: string, segments: readonly string[]): boolean {
  if (segments.length === 0 || holdsSecrets(segments) || whyDelicate(segments) !== null) return false;
  // Another file may be meant where a name has signs that some systems take for others.
  if (!segments.every((segment) => /^[\w@+. -]+$/.test(segment) && !deciding.test(segment))) return false;
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
  return segment !== undefined && isName(first, segment) && follows(more, others);
}

/** `*` is any part of a name; each part is looked for from the left, so that no name takes long. */
function isName(pattern: string, name: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return pattern === name;
  const end = parts.pop() ?? '';
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > name.length - end.length) return false;
    at = found + part.length;
  }
  return at <= name.length - end.length;
}
