import { chakra } from '@chakra-ui/react/styled-system';
import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useCheckAgain } from './use-check-again.ts';

/** Asks the server again and shows the result; a yes opens the app. */
export function CheckAgain({ verified }: { verified: boolean }) {
  const { checkAgain, pending, outcome } = useCheckAgain();
  const failure = outcome && 'failure' in outcome ? outcome.failure : null;
  const isRefused = outcome !== null && failure === null;
  return (
    <chakra.div display="grid" gap="12px" justifyItems="start">
      {failure !== null && <FormAlert>{failure}</FormAlert>}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4px 12px">
        {/* Not disabled meanwhile: the focus needs a place to stay. */}
        <Button variant={verified ? 'solid' : 'outline'} aria-disabled={pending} onClick={() => void checkAgain()}>
          <chakra.span display="inline-flex" animation={pending ? 'spin 700ms linear infinite' : undefined}>
            <RotateCw size={16} aria-hidden />
          </chakra.span>
          Check again
        </Button>
        <chakra.p role="status" color="fg.muted">
          {isRefused && (verified ? 'Not added yet.' : 'Not verified yet.')}
        </chakra.p>
      </chakra.div>
    </chakra.div>
  );
}
