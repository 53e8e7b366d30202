import { chakra } from '@chakra-ui/react/styled-system';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { sendVerification } from '../../lib/auth/auth.ts';
import { Button, WRAPS } from '../../ui/buttons/button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** Sends the e-mail whose link verifies an address; only when pressed, and again on each further press. */
export function VerifyEmail({ email }: { email: string }) {
  const { run, pending, error } = useAuthAction('Failed to send the verification email');
  const [wasSent, setWasSent] = useState(false);
  const [isSent, setSent] = useState(false);
  const send = async () => {
    if (pending) return;
    setSent(false);
    if (!(await run(sendVerification))) return;
    setSent(true);
    setWasSent(true);
  };
  return (
    <chakra.div display="grid" justifyItems="start">
      <chakra.p role="status" color="approve.fg" overflowWrap="anywhere" mb={isSent ? '12px' : undefined}>
        {isSent && `Sent to ${email}. Open the link in it, then come back.`}
      </chakra.p>
      {error && (
        <chakra.div mb="12px">
          <FormAlert>{error}</FormAlert>
        </chakra.div>
      )}
      {/* Not disabled while sending: the focus needs a place to stay. */}
      <Button
        variant={wasSent ? 'outline' : 'solid'}
        {...WRAPS}
        aria-disabled={pending}
        opacity={pending ? 0.5 : undefined}
        onClick={() => void send()}
      >
        <Mail size={16} aria-hidden />
        {wasSent ? 'Send again' : 'Send verification email'}
      </Button>
    </chakra.div>
  );
}
