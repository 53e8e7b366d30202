import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { AskingDialog, type AskingDialogProps } from './asking-dialog.tsx';

interface FormDialogProps extends Pick<AskingDialogProps, 'open' | 'onClose' | 'title' | 'description' | 'isTyped'> {
  submitLabel: string;
  onSubmit: () => void;
  /** While it is sent the button shows progress and cannot be pressed again, nor can the dialog be closed. */
  submitting: boolean;
  /** There is nothing to send yet. */
  disabled?: boolean;
  /** The error of the form as a whole. */
  error?: ReactNode;
  /** Its fields. */
  children: ReactNode;
}

/**
 * A dialog that is one form: its error, the fields, and at the end Cancel and the submit button. Give it `isTyped` where
 * closing it would lose what was typed.
 */
export function FormDialog({ submitLabel, submitting, disabled, error, children, ...dialog }: FormDialogProps) {
  return (
    <AskingDialog
      {...dialog}
      busy={submitting}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={dialog.onClose} disabled={submitting}>
            Cancel
          </Button>
          <Button type="submit" loading={submitting} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="16px">
        {error && <FormAlert>{error}</FormAlert>}
        {children}
      </chakra.div>
    </AskingDialog>
  );
}
