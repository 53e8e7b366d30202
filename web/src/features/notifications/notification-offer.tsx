import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import { answerOffer, useIsOfferDue } from '../../lib/notification-offer.ts';
import { pushSupport } from '../../lib/push-subscription.ts';
import { Button } from '../../ui/button.tsx';
import { useTurnOn } from './mutations.ts';

/** A quiet line after the first approval, until the person has answered: the browser asks for permission only when they say yes. */
export function NotificationOffer() {
  const isDue = useIsOfferDue();
  const { data: config } = useQuery(configQuery());
  const turnOn = useTurnOn();
  const isAsked = pushSupport() === 'available' && Notification.permission === 'default';
  if (!isDue || !config?.push || !isAsked) return null;
  const { publicKey } = config.push;
  return (
    <Line role="group" aria-label="Notifications">
      <span>Be notified on this device when something waits for you?</span>
      <Answers>
        <Button
          variant="ghost"
          size="sm"
          loading={turnOn.isPending}
          onClick={() => turnOn.mutate(publicKey, { onSettled: answerOffer })}
        >
          Turn on
        </Button>
        <Button variant="ghost" colorPalette="neutral" size="sm" onClick={answerOffer}>
          No
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
    mb: '12px',
    textStyle: 'sm',
    color: 'fg.muted',
    '& > span:first-of-type': { flex: '1 1 220px' },
  },
});

const Answers = chakra('span', { base: { display: 'flex', ms: 'auto' } });
