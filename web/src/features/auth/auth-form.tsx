import { chakra } from '@chakra-ui/react/styled-system';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';

interface AuthFormProps {
  children: ReactNode;
  submitLabel: string;
  pending: boolean;
  error?: string;
  onSubmit: (values: FormData) => void;
  variant?: 'solid' | 'outline';
}

/** Fields, an error message, and one button. The browser itself checks required fields and addresses. */
export function AuthForm({ children, submitLabel, pending, error, onSubmit, variant = 'solid' }: AuthFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="16px">
      {children}
      {error && <FormAlert>{error}</FormAlert>}
      <Button type="submit" variant={variant} loading={pending}>
        {submitLabel}
      </Button>
    </chakra.form>
  );
}

/** The text of a form's field; '' when it has none. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
