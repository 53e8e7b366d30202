/** Where a path leads, as far as its text says. Links are not followed: no file can be looked at here. */
export type Place =
  | { at: 'inside'; path: string; segments: string[] }
  | { at: 'outside'; segments: string[] }
  | { at: 'nowhere' }
  | { at: 'network' };

/** Paths that the shell and awk take for a connection instead of a file. */
const connections = ['dev/tcp', 'dev/udp', 'inet', 'inet4', 'inet6'];
/** Places that keep nothing: what is written there is discarded, or is the command's output. */
const nowhere = new Set(['dev/null', 'dev/stdout', 'dev/stderr', 'dev/fd/1', 'dev/fd/2']);

/** `workspace`: the last folders of the workspace's own path, by which an absolute path is recognized as inside. */
export function placeOf(path: string, workspace: string | null): Place {
  const all = path.split('/');
  const segments = all.filter((segment) => segment !== '' && segment !== '.');
  if (path.startsWith('~')) return { at: 'outside', segments };
  if (path.startsWith('/')) {
    const joined = segments.join('/');
    if (nowhere.has(joined)) return { at: 'nowhere' };
    if (connections.some((prefix) => joined === prefix || joined.startsWith(`${prefix}/`))) return { at: 'network' };
    const inside = insideOf(segments, workspace);
    return inside === null ? { at: 'outside', segments } : relative(inside);
  }
  return relative(segments);
}

function insideOf(segments: string[], workspace: string | null): string[] | null {
  const root = workspace?.split('/') ?? [];
  if (root.length === 0) return null;
  const start = segments.findIndex((_, index) => root.every((name, offset) => segments[index + offset] === name));
  if (start === -1 || segments.slice(0, start).includes('..')) return null;
  return segments.slice(start + root.length);
}

function relative(segments: string[]): Place {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return { at: 'outside', segments };
  }
  return { at: 'inside', path: kept.join('/'), segments: kept };
}

/** Whether a folder is, or may be, outside of the workspace: behind a link, `..` leads elsewhere than it says. */
export const leadsOut = (folder: string, workspace: string | null): boolean =>
  folder.split('/').includes('..') || placeOf(folder, workspace).at !== 'inside';
