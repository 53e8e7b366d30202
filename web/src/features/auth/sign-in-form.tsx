import { signIn } from '../../lib/auth/auth.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** Email and password of an existing account. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const { run, pending, error } = useAuthAction('Failed to sign in');
  const submit = async (values: FormData) => {
    if (await run(() => signIn(textOf(values, 'email'), textOf(values, 'password')))) onDone();
  };
  return (
    <AuthForm submitLabel="Sign In" pending={pending} error={error} onSubmit={(values) => void submit(values)}>
      <Field label="Email" required>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field label="Password" required>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
    </AuthForm>
  );
}
