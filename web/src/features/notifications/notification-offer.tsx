import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import { answerOffer, useIsOfferDue } from '../../lib/notification-offer.ts';
import { pushSupport } from '../../lib/push-subscription.ts';
import { OfferLine } from '../../ui/offer-line.tsx';
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
    <chakra.div mb="12px">
      <OfferLine
        label="Notifications"
        question="Be notified on this device when something waits for you?"
        onTurnOn={() => turnOn.mutate(publicKey, { onSettled: answerOffer })}
        onDecline={answerOffer}
        loading={turnOn.isPending}
      />
    </chakra.div>
  );
}
