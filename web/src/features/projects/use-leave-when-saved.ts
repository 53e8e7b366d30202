import { useCallback, useRef, useState } from 'react';

/** What fields that are stored when they are left need of the dialog they stand in. */
export interface SavedFields {
  /** `save` stores what was typed, and answers false where that was refused. Returns the function to forget it. */
  register: (save: () => Promise<boolean>) => () => void;
  /** Something is being corrected: what was said of it holds no more. */
  touched: () => void;
}

/**
 * Closes a dialog once all that was typed in it is stored. The press that closes it is often what stores the last field, and Escape
 * leaves none: what is refused then would be gone with the dialog.
 */
export function useLeaveWhenSaved(onClose: () => void) {
  const saves = useRef(new Set<() => Promise<boolean>>());
  const [state, setState] = useState<'open' | 'saving' | 'refused'>('open');
  const [fields] = useState<SavedFields>(() => ({
    register: (save) => {
      saves.current.add(save);
      return () => void saves.current.delete(save);
    },
    touched: () => setState('open'),
  }));
  const leaveAnyway = useCallback(() => {
    setState('open');
    onClose();
  }, [onClose]);
  const leave = async () => {
    if (state === 'saving') return;
    setState('saving');
    const stored = await Promise.all([...saves.current].map((save) => save()));
    if (stored.every(Boolean)) leaveAnyway();
    else setState('refused');
  };
  return { fields, state, leave, leaveAnyway };
}
