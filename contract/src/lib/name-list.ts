/**
 * Matches a name against a pattern in which `*` is any part of it. Parts are searched from the left, so no name takes
 * long.
 */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return (name) => name === pattern;
  return (name) => {
    if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
    let at = start.length;
    for (const part of parts) {
      const found = name.indexOf(part, at);
      if (found === -1 || found + part.length > name.length - end.length) return false;
      at = found + part.length;
    }
    return at <= name.length - end.length;
  };
}

/**
 * Matches a path, as segments, against a list separated by blanks: `name` or `folder/name` is the end of the path,
 * `folder/` any folder in it; `*` is any part of a name. Case is ignored, as on some file systems.
 */
export function pathMatcher(list: string): (segments: readonly string[]) => boolean {
  const names = new Set<string>();
  const folders = new Set<string>();
  const patterns: ((lower: readonly string[]) => boolean)[] = [];
  for (const entry of list.split(' ')) {
    const [first = '', second] = entry.split('/').map(nameMatcher);
    if (!first) continue;
    const isExact = !entry.includes('*');
    if (entry.endsWith('/')) {
      if (isExact) folders.add(entry.slice(0, -1));
      else patterns.push((lower) => lower.some(first));
    } else if (second) patterns.push((lower) => first(lower.at(-2) ?? '') && second(lower.at(-1) ?? ''));
    else if (isExact) names.add(entry);
    else patterns.push((lower) => first(lower.at(-1) ?? ''));
  }
  return (segments) => {
    const lower = segments.map((segment) => segment.toLowerCase());
    return (
      names.has(lower.at(-1) ?? '') ||
      lower.some((segment) => folders.has(segment)) ||
      patterns.some((isOne) => isOne(lower))
    );
  };
}
