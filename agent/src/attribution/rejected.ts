import type { Attribution } from '@countersign/contract';
import * as z from 'zod/mini';
import { normal } from './changes.ts';

const change = z.object({
  /** By checkout and path. */
  file: z.string(),
  oldText: z.nullable(z.string()),
  /** Null: the file was to be deleted. */
  newText: z.nullable(z.string()),
  /** It was in the file already when it was asked for. */
  wasThere: z.boolean(),
});
export type AskedChange = z.infer<typeof change>;

/** A step that was asked for with the files that it would change. */
export const askedStep = z.object({ id: z.string(), title: z.string(), changes: z.array(change) });
export type AskedStep = z.infer<typeof askedStep>;

/** Characters of a text that are kept to find it again: its beginning. */
const KEPT = 100_000;

/** A change as it is kept: how it looked, and whether it was there already. */
export function askedChange(file: string, texts: Pick<AskedChange, 'oldText' | 'newText'>, held: string | null) {
  const kept = (text: string | null) => (text === null ? null : normal(text).slice(0, KEPT));
  const asked = { file, oldText: kept(texts.oldText), newText: kept(texts.newText) };
  return { ...asked, wasThere: isThere(asked, held) };
}

/** Whether a file that holds this, null where there is none, shows a change. */
function isThere({ oldText, newText }: Omit<AskedChange, 'file' | 'wasThere'>, held: string | null): boolean {
  if (newText === null) return held === null;
  if (newText !== '') return held !== null && normal(held).includes(newText);
  return oldText !== null && oldText !== '' && (held === null || !normal(held).includes(oldText));
}

/** What stays rejected when these changes are approved: a change that is a part of an approved one is one that was read. */
export function withoutApproved(rejected: readonly AskedStep[], approved: readonly AskedChange[]): AskedStep[] {
  const isRead = ({ file, newText }: AskedChange) =>
    approved.some(
      (one) => one.file === file && (newText === null ? one.newText === null : one.newText?.includes(newText)),
    );
  return rejected
    .map((step) => ({ ...step, changes: step.changes.filter((asked) => !isRead(asked)) }))
    .filter(({ changes }) => changes.length > 0);
}

/** Rejected steps whose changes are in the files all the same. `changed`: path → what is known of it, of one repository. */
export async function stillThere(
  rejected: readonly AskedStep[],
  changed: ReadonlyMap<string, { isOutside: boolean }>,
  prefix: string,
  read: (file: string) => Promise<string | null>,
): Promise<Attribution['rejected']> {
  const found: Attribution['rejected'] = [];
  for (const { id, title, changes } of rejected) {
    const there = new Set<string>();
    for (const change of changes) {
      const path = change.file.slice(prefix.length);
      const known = change.file.startsWith(prefix) ? changed.get(path) : undefined;
      if (known === undefined || (change.wasThere && !known.isOutside)) continue;
      if (isThere(change, await read(change.file))) there.add(path);
    }
    if (there.size > 0) found.push({ id, title, listed: [...there].sort() });
  }
  return found;
}
