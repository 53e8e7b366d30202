import { UNNAMED_OWNER } from '@countersign/contract';

/** Who countersigned, as written in a commit's trailer: only what the owner has chosen to show. */
export function countersignedBy(chosen: { name: string | null; email: string | null } | undefined): string {
  const name = chosen?.name ?? UNNAMED_OWNER;
  return chosen?.email ? `${name} <${chosen.email}>` : name;
}
