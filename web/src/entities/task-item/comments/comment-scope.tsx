import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import type { DiffRow } from '../content/diff/diff-rows.ts';
import { type Commented, keepComments, keptComments, useKeptComments } from './kept-comments.ts';
import { anchorOf, type CommentedChange, isAbout, type LineComment, linesBetween, written } from './line-comments.ts';

/** State and actions for commenting on lines of the enclosed diffs. */
export interface Commenting {
  comments: readonly LineComment[];
  /** The comment that is being written. */
  openId: string | null;
  /** Begins a comment on a line; while a comment on the same change is being written, extends it to this line. */
  press: (change: CommentedChange, rows: readonly DiffRow[], row: DiffRow) => void;
  write: (id: string, text: string) => void;
  remove: (id: string) => void;
  open: (id: string | null) => void;
}

const CommentContext = createContext<Commenting | null>(null);

/** Null where lines cannot be commented on. */
export const useCommenting = (): Commenting | null => useContext(CommentContext);

/** Wraps a change whose lines can be commented on; comments are kept on this device as they are typed. */
export function CommentScope({ id, hash, children }: Commented & { children: ReactNode }) {
  const comments = useKeptComments({ id, hash });
  const [openId, setOpen] = useState<string | null>(null);
  const now = () => keptComments({ id, hash });
  const keep = (changed: readonly LineComment[]) => keepComments({ id, hash }, changed);

  const press = useStableCallback((change: CommentedChange, rows: readonly DiffRow[], row: DiffRow) => {
    const anchor = anchorOf(row);
    if (anchor === null) return;
    const all = now();
    const open = all.find((comment) => comment.id === openId && isAbout(comment, change));
    if (open !== undefined) {
      const lines = linesBetween(rows, open.from, anchor);
      return keep(all.map((comment) => (comment === open ? { ...open, ...lines } : comment)));
    }
    const begun = { id: crypto.randomUUID(), ...change, text: '', ...linesBetween(rows, anchor, anchor) };
    // A new comment without text is dropped.
    keep([...written(all), begun]);
    setOpen(begun.id);
  });
  const write = useStableCallback((commentId: string, text: string) =>
    keep(now().map((comment) => (comment.id === commentId ? { ...comment, text } : comment))),
  );
  const remove = useStableCallback((commentId: string) => keep(now().filter((one) => one.id !== commentId)));
  const open = useStableCallback((commentId: string | null) => {
    if (commentId === null) keep(written(now()));
    setOpen(commentId);
  });
  const commenting = useMemo(
    () => ({ comments, openId, press, write, remove, open }),
    [comments, openId, press, write, remove, open],
  );
  return <CommentContext value={commenting}>{children}</CommentContext>;
}
