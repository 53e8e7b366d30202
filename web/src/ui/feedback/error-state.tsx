import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '../buttons/button.tsx';

export interface ErrorStateProps {
  /** What happened, in plain words. */
  title: string;
  /** The error's own message, in small print. */
  detail?: string;
  onRetry?: () => void;
  /** The button's words, if trying again takes more than that. */
  retryLabel?: string;
}

/** Something could not be loaded: says what, and offers to try again. */
export function ErrorState({ title, detail, onRetry, retryLabel = 'Try again' }: ErrorStateProps) {
  return (
    <chakra.div
      role="alert"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="8px"
      textAlign="center"
      py="32px"
      px="16px"
    >
      <chakra.div color="reject.fg">
        <CircleAlert size={28} strokeWidth={1.5} aria-hidden />
      </chakra.div>
      <chakra.p textStyle="cardTitle">{title}</chakra.p>
      {detail && (
        <chakra.p textStyle="mono" color="fg.muted" overflowWrap="anywhere">
          {detail}
        </chakra.p>
      )}
      {onRetry && (
        <Button variant="outline" colorPalette="neutral" mt="8px" onClick={onRetry}>
          <RotateCw size={16} aria-hidden />
          {retryLabel}
        </Button>
      )}
    </chakra.div>
  );
}
