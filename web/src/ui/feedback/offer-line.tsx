import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../buttons/button.tsx';

interface OfferLineProps {
  /** Its accessible name. */
  label: string;
  question: string;
  /** Undefined where the person cannot do so here. */
  onTurnOn: (() => void) | undefined;
  onDecline: () => void;
  /** Being turned on. */
  loading?: boolean;
}

/**
 * An unobtrusive line that offers to turn something on, until the person has answered. May be placed on a draggable
 * card.
 */
export function OfferLine({ label, question, onTurnOn, onDecline, loading = false }: OfferLineProps) {
  return (
    <Line role="group" aria-label={label}>
      <span>{question}</span>
      <Answers>
        {onTurnOn && (
          <Button className="pressable" variant="ghost" size="sm" loading={loading} onClick={onTurnOn}>
            Turn on
          </Button>
        )}
        <Button className="pressable" variant="ghost" colorPalette="neutral" size="sm" onClick={onDecline}>
          {onTurnOn ? 'No' : 'Dismiss'}
        </Button>
      </Answers>
    </Line>
  );
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '12px',
    textStyle: 'sm',
    color: 'fg.muted',
    '& > span:first-of-type': { flex: '1 1 120px' },
  },
});

const Answers = chakra('span', { base: { display: 'flex', ms: 'auto' } });
