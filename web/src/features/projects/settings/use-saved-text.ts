import { updateProject, type UpdateProject } from '@countersign/contract';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { fieldErrorsOf, issuesByField } from '../../../lib/forms/server-issues.ts';
import { type SavedFields, useSavedOnLeaving } from '../../../lib/forms/use-leave-when-saved.ts';

export interface SavedText {
  name: 'baseBranch' | 'folder' | 'setupCommand' | 'instructions';
  /** The stored value; null if there is none. */
  value: string | null;
  /** Rejects if the server refuses. */
  onSave: (change: UpdateProject) => Promise<unknown>;
  /** The dialog's registry, so that it closes only once this is stored. */
  fields?: SavedFields;
}

/**
 * A text that is typed and then stored by `save`, if it has changed and is valid; empty means none. `save` resolves to
 * false if it was refused.
 */
export function useSavedText({ name, value, onSave, fields }: SavedText) {
  const [typed, setTyped] = useState<{ text: string; isStored: boolean } | null>(null);
  const [error, setError] = useState<string>();
  const [seen, setSeen] = useState(value);
  const running = useRef<{ text: string; stored: Promise<boolean> }>(undefined);
  const unsaved = typed === null || typed.isStored ? null : typed.text;
  if (value !== seen) {
    setSeen(value);
    // While nothing waits to be stored, the field follows the stored value, whoever changed it.
    if (unsaved === null) setTyped(null);
  }

  const type = (text: string) => {
    setTyped({ text, isStored: false });
    fields?.touched();
  };
  const send = async (text: string, given: string | null): Promise<boolean> => {
    try {
      await onSave({ [name]: given });
      setError(undefined);
      // Text typed since then is still to be stored.
      setTyped((now) => (now?.text === text ? { text, isStored: true } : now));
      return true;
    } catch (refused) {
      setError(fieldErrorsOf(refused, [name])[name] ?? messageOf(refused));
      return false;
    } finally {
      if (running.current?.text === text) running.current = undefined;
    }
  };
  const save = async (text = unsaved): Promise<boolean> => {
    if (text === null) return true;
    if (running.current?.text === text) return running.current.stored;
    const given = text.trim() === '' ? null : text.trim();
    setError(undefined);
    if (given === value && !running.current) {
      setTyped(null);
      return true;
    }
    const checked = updateProject.safeParse({ [name]: given });
    if (!checked.success) {
      setError(issuesByField(checked.error.issues, [name])[name]);
      return false;
    }
    const stored = send(text, given);
    running.current = { text, stored };
    return stored;
  };
  useSavedOnLeaving(fields, () => save());

  return { text: typed?.text ?? value ?? '', error, type, save };
}
