/**
 * Says that numbers of a call's arguments are not shown as they are: where JSON is read, one beyond these limits becomes
 * another. Null if there is none.
 */
export function inexactNumbers(rawInput: unknown): string | null {
  const found = new Set<number>();
  const parts = [rawInput];
  while (parts.length > 0) {
    const part = parts.pop();
    if (isInexact(part)) found.add(part);
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
  }
  const [first] = found;
  if (first === undefined) return null;
  // JSON has no word for an infinite one.
  const shown = Number.isFinite(first) ? String(first) : 'null';
  return found.size === 1
    ? `${shown} stands for a number that is too large to be shown exactly.`
    : `${found.size} numbers are too large to be shown exactly, such as the one that ${shown} stands for.`;
}

const isInexact = (value: unknown): value is number =>
  typeof value === 'number' && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));
