import type { Fields } from './export-documents.ts';

/** How many of each kind are kept per user, where there are many of the same kind. */
const KEPT = [
  { of: /^auditEvents\//, kind: (fields: Fields) => String(fields.action), keep: 2 },
  { of: /^rateWindows\//, kind: () => '', keep: 1 },
  { of: /^signals\/[^/]+\/tasks\//, kind: () => '', keep: 2 },
];

/** Leaves out documents that add nothing new. Nothing else points to them. */
export function trim(documents: Record<string, Fields>): Record<string, Fields> {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(documents).filter(([path, fields]) => {
      const rule = KEPT.find(({ of }) => of.test(path));
      if (rule === undefined) return true;
      const owner = String(fields.userId ?? path.split('/')[1]);
      const key = `${rule.of} ${owner} ${rule.kind(fields)}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= rule.keep;
    }),
  );
}
