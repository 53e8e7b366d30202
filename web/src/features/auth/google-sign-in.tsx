import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { signInWithGoogle } from '../../lib/auth/auth.ts';
import { loadConfig } from '../../lib/server/config.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { GoogleIcon } from './google-icon.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** Google's window in production. The Auth emulator has none, so the address is asked for here. */
export function GoogleSignIn({ onDone }: { onDone: () => void }) {
  const { run, pending, error } = useAuthAction('Failed to sign in with Google');
  const [askEmail, setAskEmail] = useState(false);

  const signIn = async (emulatedEmail?: string) => {
    if (await run(() => signInWithGoogle(emulatedEmail))) onDone();
  };
  const begin = async () => {
    let isDone = false;
    // Pending while it finds out which of the two applies: a second click would open a second window.
    await run(async () => {
      const config = await loadConfig().catch(() => null);
      if (config?.emulators) return setAskEmail(true);
      await signInWithGoogle();
      isDone = true;
    });
    if (isDone) onDone();
  };

  return (
    <chakra.div display="grid" gap="12px">
      <Button variant="outline" colorPalette="neutral" loading={pending && !askEmail} onClick={() => void begin()}>
        <GoogleIcon />
        Sign in with Google
      </Button>
      {askEmail ? (
        <AuthForm
          submitLabel="Continue as this Google account"
          pending={pending}
          error={error}
          onSubmit={(values) => void signIn(textOf(values, 'googleEmail'))}
        >
          <Field label="Google account" helper="The local emulator signs in any address." required>
            <Input name="googleEmail" type="email" autoComplete="email" autoFocus />
          </Field>
        </AuthForm>
      ) : (
        error && <FormAlert>{error}</FormAlert>
      )}
    </chakra.div>
  );
}
