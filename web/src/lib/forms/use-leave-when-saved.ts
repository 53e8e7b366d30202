import { useCallback, useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/** For fields that must be stored before the dialog around them closes: their connection to it. */
export interface SavedFields {
  /**
   * `save` stores the typed text, and resolves to false if that was refused. Returns the function that unregisters it.
   */
  register: (save: () => Promise<boolean>) => () => void;
  /**
   * Something is being typed, which the dialog itself notices, or done: an earlier refusal no longer holds, nor does the
   * wish to leave before that.
   */
  touched: () => void;
}

/**
 * Closes a dialog once everything typed in it is stored. The press that closes it is often what stores the last field,
 * and Escape leaves no field: whatever is refused then would be lost with the dialog. So would what is typed while the
 * rest is being stored: the dialog then stays open.
 */
export function useLeaveWhenSaved(onClose: () => void) {
  const saves = useRef(new Set<() => Promise<boolean>>());
  const [state, setState] = useState<'open' | 'saving' | 'refused'>('open');
  /** The latest wish to leave; null once something was typed after it. */
  const latest = useRef<object>(null);
  const [fields] = useState<SavedFields>(() => ({
    register: (save) => {
      saves.current.add(save);
      return () => void saves.current.delete(save);
    },
    touched: () => {
      latest.current = null;
      setState('open');
    },
  }));
  const leaveAnyway = useCallback(() => {
    // What is answered later closes nothing that was opened since.
    latest.current = null;
    setState('open');
    onClose();
  }, [onClose]);
  const leave = async () => {
    if (state === 'saving') return;
    setState('saving');
    const wish = {};
    latest.current = wish;
    const stored = await Promise.all([...saves.current].map((save) => save()));
    if (latest.current !== wish) return;
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
