import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { type SavedFields, useLeaveWhenSaved } from '../../lib/forms/use-leave-when-saved.ts';
import { Button } from '../buttons/button.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface SavingDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'size'> {
  /** With a button that closes it: its fields are stored as they are left, the last one by that. */
  hasDone?: boolean;
  /** Its fields, each of which registers what must be stored before the dialog closes. */
  children: (fields: SavedFields) => ReactNode;
}

/** A dialog of several settings. However it is closed, it stays open over what is not saved, unless the person gives that up. */
export function SavingDialog({ onClose, hasDone = false, children, ...dialog }: SavingDialogProps) {
  const { fields, state, leave, leaveAnyway } = useLeaveWhenSaved(onClose);
  const body = useRef<HTMLDivElement>(null);
  const isRefused = state === 'refused';
  useEffect(() => {
    if (!isRefused) return;
    const marked = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // It may be folded away.
    marked?.closest('details')?.setAttribute('open', '');
    marked?.focus();
  }, [isRefused]);
  return (
    <Dialog
      {...dialog}
      onClose={() => void leave()}
      footer={
        (hasDone || state !== 'open') && (
          <>
            {/* Also while it is being saved: without a network, an answer may be long in coming. */}
            {state !== 'open' && (
              <Button variant="ghost" colorPalette="neutral" onClick={leaveAnyway}>
                Close without saving
              </Button>
            )}
            {hasDone && (
              <Button
                variant="outline"
                colorPalette="neutral"
                loading={state === 'saving'}
                onClick={() => void leave()}
              >
                Done
              </Button>
            )}
          </>
        )
      }
    >
      <chakra.div ref={body} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="20px" onChange={fields.touched}>
        {children(fields)}
        {isRefused && (
          <FormAlert>Not everything is saved. Correct the marked fields, or close without saving.</FormAlert>
        )}
      </chakra.div>
    </Dialog>
  );
}
