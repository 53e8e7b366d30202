import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { resetPassword } from '../../lib/auth/auth.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** Sends the email with which a new password can be set. */
export function ResetPasswordForm() {
  const { run, pending, error } = useAuthAction('Failed to send reset email');
  const [sent, setSent] = useState(false);
  const submit = async (values: FormData) => {
    setSent(false);
    setSent(await run(() => resetPassword(textOf(values, 'email'))));
  };
  return (
    <chakra.div display="grid" gap="12px">
      <AuthForm
        submitLabel="Send reset email"
        variant="outline"
        pending={pending}
        error={error}
        onSubmit={(values) => void submit(values)}
      >
        <Field label="Email" required>
          <Input name="email" type="email" autoComplete="email" />
        </Field>
      </AuthForm>
      <chakra.p role="status" textStyle="sm" color="approve.fg">
        {sent ? 'Password reset email sent! Check your inbox.' : ''}
      </chakra.p>
    </chakra.div>
  );
}
