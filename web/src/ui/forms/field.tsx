import { Field as Parts } from '@chakra-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FieldProps {
  label: ReactNode;
  /** The error of the entry; replaces the helper text and marks the control invalid. */
  error?: string;
  helper?: ReactNode;
  required?: boolean;
  /** Hides the asterisk if the label itself has one. */
  hideAsterisk?: boolean;
  /**
   * One control of this folder: Input, Textarea or Select. It is connected to label, helper and error automatically.
   */
  children: ReactNode;
}

/** A labelled control with its helper text and its error. */
export function Field({ label, error, helper, required, hideAsterisk = false, children }: FieldProps) {
  return (
    <Parts.Root required={required} invalid={error !== undefined}>
      <Parts.Label>
        {label}
        {!hideAsterisk && <Parts.RequiredIndicator />}
      </Parts.Label>
      {children}
      {error === undefined && helper && <Parts.HelperText>{helper}</Parts.HelperText>}
      <Parts.ErrorText>
        <CircleAlert size={14} aria-hidden />
        {error}
      </Parts.ErrorText>
    </Parts.Root>
  );
}
