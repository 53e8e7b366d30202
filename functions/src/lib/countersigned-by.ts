import { UNNAMED_OWNER } from '@countersign/contract';

/** Who countersigned, as a commit's trailer says it: what its owner has chosen, and nothing else of theirs. */
export function countersignedBy(chosen: { name: string | null; email: string | null } | undefined): string {
  const name = chosen?.name ?? UNNAMED_OWNER;
  return chosen?.email ? `${name} <${chosen.email}>` : name;
}
