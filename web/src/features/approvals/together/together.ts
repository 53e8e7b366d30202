import type { Approval } from '@countersign/contract';
import { plural } from '../../../lib/text/plural.ts';

/** Nobody reads more than this in one go. */
export const MOST_TOGETHER = 20;

/**
 * A request's kind, if several of that kind may be decided together: low risk, and nothing that leaves the container or
 * needs an answer. Null for all others; what was not judged, or cannot be, counts as high.
 */
export function kindOf({ risk, toolKind }: Approval): string | null {
  if (!risk?.judged || risk.level !== 'low' || toolKind === 'publish' || toolKind === 'elicitation') return null;
  return toolKind;
}

/** The number of a kind, in words. */
export function kindWords(kind: string, count: number): string {
  const [one, many] = words.get(kind) ?? ['low-risk request', 'low-risk requests'];
  return plural(count, one, many);
}

const words = new Map<string, readonly [string, string]>([
  ['start', ['start request', 'start requests']],
  ['read', ['low-risk read', 'low-risk reads']],
  ['search', ['low-risk search', 'low-risk searches']],
  ['execute', ['low-risk command', 'low-risk commands']],
]);

/** Whether two or more of a kind wait. */
export function hasSeveral(approvals: readonly Approval[]): boolean {
  const kinds = approvals.map(kindOf).filter((kind) => kind !== null);
  return new Set(kinds).size < kinds.length;
}
