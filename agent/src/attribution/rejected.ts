import type { Attribution } from '@countersign/contract';
import * as z from 'zod/mini';
import { shownName } from '../lib/file-names.ts';
import { normal } from './changes.ts';

const change = z.object({
  /** Named by checkout and path. */
  file: z.string(),
  oldText: z.nullable(z.string()),
  /** Null: the file was to be deleted. */
  newText: z.nullable(z.string()),
  /** The change was already in the file when it was asked for. */
  wasThere: z.boolean(),
});
export type AskedChange = z.infer<typeof change>;

/** A step that was asked for, with the file changes it would make. */
export const askedStep = z.object({ id: z.string(), title: z.string(), changes: z.array(change) });
export type AskedStep = z.infer<typeof askedStep>;

/** How many characters of a text's beginning are kept, to find it again. */
const KEPT = 100_000;

/** A change as it is kept: its texts, and whether it was there already. */
export function askedChange(file: string, texts: Pick<AskedChange, 'oldText' | 'newText'>, held: string | null) {
  const kept = (text: string | null) => (text === null ? null : normal(text).slice(0, KEPT));
  const asked = { file, oldText: kept(texts.oldText), newText: kept(texts.newText) };
  return { ...asked, wasThere: isThere(asked, held) };
}

/** Whether a file that holds `held`, null where there is none, shows a change. */
function isThere({ oldText, newText }: Omit<AskedChange, 'file' | 'wasThere'>, held: string | null): boolean {
  if (newText === null) return held === null;
  if (newText !== '') return held !== null && normal(held).includes(newText);
  return oldText !== null && oldText !== '' && (held === null || !normal(held).includes(oldText));
}

/** What stays rejected when these changes are approved: a rejected change within an approved one has been read. */
export function withoutApproved(rejected: readonly AskedStep[], approved: readonly AskedChange[]): AskedStep[] {
  const isRead = ({ file, newText }: AskedChange) =>
    approved.some(
      (one) => one.file === file && (newText === null ? one.newText === null : one.newText?.includes(newText)),
    );
  return rejected
    .map((step) => ({ ...step, changes: step.changes.filter((asked) => !isRead(asked)) }))
    .filter(({ changes }) => changes.length > 0);
}

/** Rejected steps whose changes are in the files all the same. `changed`: path → what is known, of one repository. */
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
    if (there.size > 0) found.push({ id, title, listed: [...there].sort().map(shownName) });
  }
  return found;
}
