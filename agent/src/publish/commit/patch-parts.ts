/** A patch of git, cut into those of its files; of a link that became a file, git writes two. */
export function patchParts(patch: string): string[] {
  const parts: string[] = [];
  for (const part of patch.split(/(?<=^|\n)(?=diff --git )/)) {
    const before = parts.at(-1);
    if (before !== undefined && headerOf(before) === headerOf(part)) parts[parts.length - 1] = before + part;
    else parts.push(part);
  }
  return parts;
}

const headerOf = (part: string) => part.slice(0, part.indexOf('\n'));
