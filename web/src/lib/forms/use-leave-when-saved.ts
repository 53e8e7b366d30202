import { useCallback, useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/** For fields that must be stored before the dialog around them closes: their connection to it. */
export interface SavedFields {
  /**
   * `save` stores the typed text, and resolves to false if that was refused. Returns the function that unregisters it.
   */
  register: (save: () => Promise<boolean>) => () => void;
  /** A field is being corrected: its former error no longer holds. */
  touched: () => void;
}

/**
 * Closes a dialog once everything typed in it is stored. The press that closes it is often what stores the last field,
 * and Escape leaves no field: whatever is refused then would be lost with the dialog.
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

/** Has the dialog call the newest `save` before it closes; without a dialog, nothing does. */
export function useSavedOnLeaving(fields: SavedFields | undefined, save: () => Promise<boolean>): void {
  const saveNow = useStableCallback(save);
  useEffect(() => fields?.register(saveNow), [fields, saveNow]);
}
