import { chakra } from '@chakra-ui/react/styled-system';
import { type MouseEvent, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface AskingDialogProps extends DialogProps {
  /** Something was typed or chosen that would be lost with the dialog. */
  isTyped?: boolean;
}

/**
 * A dialog that asks before what was typed in it is lost by Escape, by its cross, by a click outside, by going back or by
 * a link in it, which are often meant for something else. A Cancel of its own says what it does, and does not ask.
 */
export function AskingDialog({ isTyped = false, onClose, children, ...dialog }: AskingDialogProps) {
  const [isAsking, setAsking] = useState(false);
  /** The link that was pressed; null: the dialog itself is to be closed. */
  const link = useRef<HTMLElement>(null);
  const isFollowed = useRef(false);
  const ask = (by: HTMLElement | null) => {
    link.current = by;
    setAsking(true);
  };
  const stay = () => setAsking(false);
  const holdLink = (event: MouseEvent) => {
    const by = leavesBy(event);
    const { busy = false } = dialog;
    if (by === null || isFollowed.current || !(busy || isTyped)) return;
    event.preventDefault();
    event.stopPropagation();
    // What is being saved is not lost, and its reply would change whatever is shown by then.
    if (!busy) ask(by);
  };
  const leave = () => {
    stay();
    if (link.current === null) return onClose();
    isFollowed.current = true;
    link.current.click();
    isFollowed.current = false;
  };
  return (
    <>
      <Dialog {...dialog} onClose={() => (isTyped ? ask(null) : onClose())}>
        <chakra.div display="contents" onClickCapture={holdLink}>
          {children}
        </chakra.div>
      </Dialog>
      <ConfirmDialog
        open={isAsking && dialog.open}
        onClose={stay}
        onConfirm={leave}
        title="Close without saving?"
        cancelLabel="Keep editing"
        confirmLabel="Close without saving"
      >
        What you entered is not saved.
      </ConfirmDialog>
    </>
  );
}

/** The link that a click follows in this tab. */
function leavesBy({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLElement | null {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest<HTMLElement>('a[href]:not([target=_blank]):not([download])');
}
