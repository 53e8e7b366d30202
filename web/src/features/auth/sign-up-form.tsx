import { signUp } from '../../lib/auth/auth.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** A new account: optional name, email and password. The provider has its own rules for passwords. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { run, pending, error } = useAuthAction('Failed to create account');
  const submit = async (values: FormData) => {
    const name = textOf(values, 'displayName').trim();
    if (await run(() => signUp(name, textOf(values, 'email'), textOf(values, 'password')))) onDone();
  };
  return (
    <AuthForm submitLabel="Sign Up" pending={pending} error={error} onSubmit={(values) => void submit(values)}>
      <Field label="Name (optional)">
        <Input name="displayName" autoComplete="name" />
      </Field>
      <Field label="Email" required>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field label="Password" required>
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
    </AuthForm>
  );
}
