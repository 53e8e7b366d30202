import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface AskingDialogProps extends DialogProps {
  /** Something was typed or chosen that would be lost with the dialog. */
  isTyped?: boolean;
}

/**
 * A dialog that asks before what was typed in it is lost by Escape, by its cross, by a click outside or by going back,
 * which are often meant for something else. A Cancel of its own says what it does, and does not ask.
 */
export function AskingDialog({ isTyped = false, onClose, ...dialog }: AskingDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return (
    <>
      <Dialog {...dialog} onClose={() => (isTyped ? setAsking(true) : onClose())} />
      <ConfirmDialog
        open={isAsking && dialog.open}
        onClose={stay}
        onConfirm={() => {
          stay();
          onClose();
        }}
        title="Close without saving?"
        cancelLabel="Keep editing"
        confirmLabel="Close without saving"
      >
        What you entered is not saved.
      </ConfirmDialog>
    </>
  );
}
