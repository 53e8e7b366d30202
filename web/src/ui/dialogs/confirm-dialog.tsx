import { type ReactNode, useRef } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Meanwhile the confirming button shows progress and cannot be pressed again, nor can the dialog be closed. */
  pending?: boolean;
  tone?: 'reject' | 'primary';
}

/** Asks before something that cannot be undone. Cancel has the focus, so that a habitual Enter does no harm. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  pending,
  tone = 'reject',
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      busy={pending}
      size="sm"
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="outline" colorPalette="neutral" onClick={onClose} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button colorPalette={tone} onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
