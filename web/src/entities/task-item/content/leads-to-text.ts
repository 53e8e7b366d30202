import type { LeadsTo } from '@countersign/contract';

/**
 * What the runner has found that names of a command lead to, for reading: a pattern, and below it the names that a shell
 * puts in its place; else a path that a link leads to, or a folder. Each name has one line.
 */
export function leadsToText(found: LeadsTo): string {
  return found.flatMap((one) => (typeof one === 'string' ? [nameOn(one)] : linesOf(one))).join('\n');
}

const linesOf = ({ pattern, names }: { pattern: string; names: string[] }) =>
  names.length === 0
    ? [`${nameOn(pattern)}  (no such file)`]
    : [nameOn(pattern), ...names.map((name) => `  ${nameOn(name)}`)];

/** A name that could pass for several lines, for another line's beginning or end, or for none, stands in quotes. */
const nameOn = (name: string) => (/^(?:[\s"]|$)|[\p{Cc}\u2028\u2029]|[\s)]$/u.test(name) ? JSON.stringify(name) : name);
